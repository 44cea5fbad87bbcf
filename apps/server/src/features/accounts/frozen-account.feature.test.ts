import { DELAY_HOURS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { askErasure, makeErasureDue, runErasures } from "../../testing/erasures.ts";
import { makeJobsDue } from "../../testing/jobs.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { addPasskey, makeWithPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { nextCode, setUpFactor } from "../../testing/second-factor.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const confirming = await openWorld({ EMAIL_CONFIRMATION: "on" });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NEW = { password: "outra senha de teste", passwordConfirmation: "outra senha de teste" };

type World = typeof world;
type Browser = ReturnType<World["browser"]>;

const findMember = ({ owner }: World, id: string) =>
  owner.selectFrom("member").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
const findProfile = (id: string) =>
  world.owner.selectFrom("profile").where("memberId", "=", id).selectAll().executeTakeFirstOrThrow();
const kindsOf = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);

async function changeEmail({ api }: Browser, email = newEmail()): Promise<string> {
  expect((await api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } })).status).toBe(200);
  return email;
}

const signIn = (email: string, { password = PASSWORD, browser = world.browser() } = {}) =>
  browser.api.accounts.signIn({ body: { email, password, remember: false } });
const deny = (token: string, { api } = world.browser()) => api.accounts.denySignIn({ body: { token } });
const isSignedIn = async ({ api }: Browser) => (await api.accounts.session()).body.user !== null;

/** Makes a member with a key of some days, signed in by it. `alert` is the link of the mail about that. */
async function makeKeyed({ keyDays = 8, in: place = world } = {}) {
  const { id, authenticator } = await makeWithPasskey(place);
  place.pass(keyDays * DAY);
  const browser = place.browser();
  expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
  const { email } = await findMember(place, id);
  return { id, authenticator, browser, email, alert: (await readLink(place, email)).token };
}

/** The answer to a link that freezes an account. Its secret opens nothing. */
const FROZEN = { recoveryToken: expect.any(String), isFrozen: true };

/** Makes such a member who has changed to another address. */
async function makeMoved(options: Parameters<typeof makeKeyed>[0] = {}) {
  const { email: from, ...member } = await makeKeyed(options);
  const to = await changeEmail(member.browser);
  return { ...member, from, to, token: (await readLink(world, from)).token };
}

/** Makes such a member, whose account the former mailbox has frozen. */
async function makeFrozen() {
  const member = await makeMoved();
  expect((await deny(member.token)).body).toEqual(FROZEN);
  return member;
}

async function isFrozen(id: string): Promise<boolean> {
  return (await findProfile(id)).frozenAt !== null;
}

describe("[T85] the former mailbox, after a change of address proven by a key older than a week,", () => {
  test("freezes the account only: its link changes neither the address nor the password, and holds no other secret", async () => {
    const { id, from, token } = await makeMoved();
    const before = await findMember(world, id);
    expect((await readMails(world, from)).at(-1)?.kind).toBe("email-changed-proven");
    const { api } = world.browser();
    expect((await api.accounts.checkSignInAlert({ body: { token } })).body).toEqual({ freezes: true });
    const reply = await deny(token);
    expect([reply.status, reply.body]).toEqual([200, FROZEN]);
    const opening = { token: reply.body.recoveryToken, ...NEW };
    expect((await api.accounts.resetPassword({ body: opening })).failure.code).toBe("RESET_LINK_INVALID");
    expect(await findMember(world, id)).toEqual(before);
    expect(await isFrozen(id)).toBe(true);
  });

  test("opens nothing through links mailed before the change either, whatever they were about", async () => {
    const { id, browser, email: from, alert } = await makeKeyed();
    const { id: secondKey } = await addPasskey(browser);
    const addToken = (await readLink(world, from)).token;
    await browser.api.accounts.removePasskey({ params: { id: secondKey } });
    const removeToken = (await readLink(world, from)).token;
    await world.browser().api.accounts.requestRecovery({ body: { email: from } });
    const recovery = (await readLink(world, from)).token;
    const to = await changeEmail(browser);
    const { api } = world.browser();
    for (const token of [alert, addToken, removeToken]) {
      expect((await api.accounts.checkSignInAlert({ body: { token } })).body).toEqual({ freezes: true });
      expect((await deny(token)).body).toEqual(FROZEN);
    }
    expect((await api.accounts.resetPassword({ body: { token: recovery, ...NEW } })).failure.code).toBe(
      "RESET_LINK_INVALID",
    );
    expect((await findMember(world, id)).email).toBe(to);
  });

  test("gets no more links, and cannot ask for one", async () => {
    const { from, authenticator } = await makeMoved();
    const kinds = await kindsOf(from);
    world.pass(11 * MINUTE);
    await signInByPasskey(world.browser(), authenticator);
    await world.browser().api.accounts.requestRecovery({ body: { email: from } });
    expect(await kindsOf(from)).toEqual(kinds);
  });

  test("cannot take the account by its password and a change back, which the new mailbox undoes wholly", async () => {
    const { id, from, to, token } = await makeMoved();
    const intruder = world.browser();
    await signIn(to, { browser: intruder });
    await changeEmail(intruder, from);
    expect((await readMails(world, to)).at(-1)?.kind).toBe("email-changed");
    const back = (await readLink(world, to)).token;
    const { recoveryToken } = (await deny(back)).body;
    expect((await findMember(world, id)).email).toBe(to);
    const { api } = world.browser();
    expect((await api.accounts.resetPassword({ body: { token: recoveryToken, ...NEW } })).status).toBe(200);
    expect((await deny(token)).body).toEqual(FROZEN);
    expect((await findMember(world, id)).email).toBe(to);
  });

  test("freezes where an authenticator app older than a week has proven the change, too", async () => {
    const { id, email } = await makeMember(world.owner);
    const { secret } = await setUpFactor(world, await openBrowserOf(world, id));
    world.pass(8 * DAY);
    const browser = world.browser();
    const body = { email, password: PASSWORD, remember: false, code: nextCode(world, secret) };
    expect((await browser.api.accounts.signIn({ body })).status).toBe(200);
    const to = await changeEmail(browser);
    expect((await deny((await readLink(world, email)).token)).body).toEqual(FROZEN);
    expect((await findMember(world, id)).email).toBe(to);
    expect(await isFrozen(id)).toBe(true);
  });

  test("freezes where addresses are confirmed, by the proof given when the change was requested", async () => {
    const { id, browser, email: from } = await makeKeyed({ in: confirming });
    const to = newEmail();
    await browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: to } });
    const { token: requestToken } = await readLink(confirming, to);
    // The reader of the new mailbox follows the link later, in a browser without a session.
    await browser.api.accounts.signOut();
    const { api } = confirming.browser();
    expect((await api.accounts.confirmEmail({ body: { token: requestToken, password: PASSWORD } })).status).toBe(200);
    const { token } = await readLink(confirming, from);
    expect((await api.accounts.checkSignInAlert({ body: { token } })).body).toEqual({ freezes: true });
    expect((await api.accounts.denySignIn({ body: { token } })).body).toEqual(FROZEN);
    expect((await findMember(confirming, id)).email).toBe(to);
  });

  test("freezes after a change that had to wait because a mailed link had set the password lately", async () => {
    const { id, email: from, authenticator } = await makeKeyed();
    await world.browser().api.accounts.requestRecovery({ body: { email: from } });
    const recovery = (await readLink(world, from)).token;
    await world.browser().api.accounts.resetPassword({ body: { token: recovery, ...NEW } });
    const browser = world.browser();
    await signInByPasskey(browser, authenticator);
    const to = newEmail();
    const { body } = await browser.api.accounts.changeEmail({ body: { currentPassword: NEW.password, email: to } });
    expect(body.delayedUntil).toEqual(expect.any(String));
    world.pass(DELAY_HOURS * HOUR);
    await makeJobsDue(world);
    expect((await readMails(world, from)).at(-1)?.kind).toBe("email-changed-proven");
    expect((await deny((await readLink(world, from)).token)).body).toEqual(FROZEN);
    expect((await findMember(world, id)).email).toBe(to);
  });

  test("takes back the whole account as usual where only the password has proven the change, also next to an old key", async () => {
    const { id, authenticator, email: from } = await makeKeyed();
    const thief = world.browser();
    world.pass(11 * MINUTE);
    await signIn(from, { browser: thief });
    await changeEmail(thief);
    const { token } = await readLink(world, from);
    expect((await world.browser().api.accounts.checkSignInAlert({ body: { token } })).body).toEqual({ freezes: false });
    expect((await deny(token)).body).toEqual({ recoveryToken: expect.any(String), isFrozen: false });
    expect((await findMember(world, id)).email).toBe(from);
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test.each([
    ["a younger key has proven the move", world],
    ["a younger key has proven the move, and addresses are confirmed", confirming],
  ])("takes back the whole account as usual where %s", async (_, place) => {
    const { id, browser, email: from } = await makeKeyed({ keyDays: 6, in: place });
    const to = await changeEmail(browser);
    const { api } = place.browser();
    if (place === confirming) {
      const body = { token: (await readLink(place, to)).token, password: PASSWORD };
      expect((await api.accounts.confirmEmail({ body })).status).toBe(200);
    }
    const { token } = await readLink(place, from);
    expect((await api.accounts.denySignIn({ body: { token } })).body).toEqual({
      recoveryToken: expect.any(String),
      isFrozen: false,
    });
    expect((await findMember(place, id)).email).toBe(from);
  });
});

describe("[T85] a frozen account", () => {
  test("ends every session and live connection, and forgets its known browsers", async () => {
    const { id, browser, token } = await makeMoved();
    const socket = await openLiveSocket(browser);
    await deny(token);
    expect(await socket.closed).toBe(4401);
    expect(await isSignedIn(browser)).toBe(false);
    const devices = world.owner.selectFrom("knownDevice").where("memberId", "=", id).select("memberId");
    expect(await devices.execute()).toEqual([]);
  });

  test("accepts no session that its freeze left open, although an erasure waits", async () => {
    const { id, browser } = await makeSignedIn(world);
    const now = world.context.clock.now();
    const changes = { deactivatedAt: now, frozenAt: now, erasesAt: new Date(now.getTime() + DAY) };
    await world.owner.updateTable("profile").set(changes).where("memberId", "=", id).execute();
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("mails only the present address, with a button that asks for a link", async () => {
    const { from, to } = await makeFrozen();
    const mail = (await readMails(world, to)).at(-1);
    expect([mail?.kind, (await kindsOf(from)).at(-1)]).toEqual(["account-frozen", "email-changed-proven"]);
    expect(mail?.bodyText).toContain(`${world.context.site.origin}/esqueci-senha`);
  });

  test("is revealed only with the right password: every other answer is that of any other account", async () => {
    const { to } = await makeFrozen();
    const guess = async (email: string) => {
      const { requestId, ...failure } = (await signIn(email, { password: "nunca foi esta" })).failure;
      return failure;
    };
    expect(await guess(to)).toEqual(await guess(newEmail()));
    expect((await signIn(to)).failure.code).toBe("AUTH_FROZEN");
  });

  test("hides its member, and keeps conversations, photos, tokens, password and keys", async () => {
    const { id, browser, token, authenticator } = await makeMoved();
    const { owner } = world;
    const friend = await makeSignedIn(world, { role: "daddy" });
    await makeConversation(owner, friend.id, id);
    await makePhotos(owner, id, [0, 1]);
    await grant(owner, { id }, { tokens: 7 });
    const isListed = async () =>
      (await friend.browser.api.discovery.list({ query: { seed: 1 } })).body.profiles.some(
        (shownMember) => shownMember.id === id,
      );
    const readKept = async () => ({
      member: await findMember(world, id),
      conversations: await owner.selectFrom("conversation").where("ownerId", "=", id).selectAll().execute(),
      photos: await owner.selectFrom("photo").where("memberId", "=", id).selectAll().execute(),
      passkeys: await owner.selectFrom("passkey").where("memberId", "=", id).selectAll().execute(),
      entitlement: await owner.selectFrom("entitlement").where("memberId", "=", id).select("tokens").execute(),
    });
    expect(await isListed()).toBe(true);
    expect(await isSignedIn(browser)).toBe(true);
    const before = await readKept();
    await deny(token);
    expect(await readKept()).toEqual(before);
    expect(await isListed()).toBe(false);
    expect((await friend.browser.api.profiles.read({ params: { id } })).status).toBe(404);
    await signInByPasskey(world.browser(), authenticator);
    expect(await isListed()).toBe(true);
  });

  test("is frozen once by two links at the same time, and both answers say that it is done", async () => {
    const { id, to, alert, token } = await makeMoved();
    const replies = await race(world.owner, holdWrites("accountLink"), [() => deny(alert), () => deny(token)]);
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, FROZEN],
      [200, FROZEN],
    ]);
    expect((await kindsOf(to)).filter((kind) => kind === "account-frozen")).toHaveLength(1);
    expect(await isFrozen(id)).toBe(true);
    expect((await deny(token)).failure.code).toBe("SIGN_IN_ALERT_LINK_INVALID");
  });

  test("refuses a sign-in that was judged before the freeze, and every other action of the member under way", async () => {
    const { id, to, token } = await makeMoved();
    const [denial, arrival] = await race(world.owner, holdWrites("session"), [() => deny(token), () => signIn(to)]);
    expect([denial.status, arrival.failure.code]).toEqual([200, "AUTH_FROZEN"]);
    expect((await findProfile(id)).isOpen).toBe(false);
    const sessions = world.owner.selectFrom("session").where("memberId", "=", id).where("endedAt", "is", null);
    expect(await sessions.select("id").execute()).toEqual([]);
  });

  test("is frozen by a link that became a freezing one only while it was followed", async () => {
    const { id, browser, alert } = await makeKeyed();
    const to = newEmail();
    const [moveAnswer, denial] = await race(world.owner, holdWrites("accountLink"), [
      () => browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: to } }),
      () => deny(alert),
    ]);
    expect([moveAnswer.status, denial.status, denial.body]).toEqual([200, 200, FROZEN]);
    expect((await findMember(world, id)).email).toBe(to);
  });
});

describe("[T85] a frozen account is opened", () => {
  test("by a link to its present address, whose new password lets its member in again, shown to others", async () => {
    const { id, to } = await makeFrozen();
    const { api } = world.browser();
    await api.accounts.requestRecovery({ body: { email: to } });
    const { token } = await readLink(world, to);
    expect((await api.accounts.resetPassword({ body: { token, ...NEW } })).status).toBe(200);
    expect(await isFrozen(id)).toBe(false);
    expect((await kindsOf(to)).sort()).toEqual(["account-frozen", "account-opened", "password-changed", "recovery"]);
    const reply = await signIn(to, { password: NEW.password });
    expect([reply.status, reply.body.wasReactivated]).toEqual([200, true]);
    expect((await findProfile(id)).isActive).toBe(true);
  });

  test("by a key that it had for more than a week when it was frozen, in the same step as the sign-in", async () => {
    const { id, to, authenticator } = await makeFrozen();
    const browser = world.browser();
    expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
    expect([await isFrozen(id), await isSignedIn(browser)]).toEqual([false, true]);
    expect(await kindsOf(to)).toContain("account-opened");
  });

  test("by no younger key, however long it stays frozen", async () => {
    const { id, browser, token } = await makeMoved();
    const { authenticator } = await addPasskey(browser);
    await deny(token);
    world.pass(10 * DAY);
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_FROZEN");
    expect(await isFrozen(id)).toBe(true);
  });

  test("by an owner of the team with a fresh proof, which the audit log records, and by no moderator", async () => {
    const { id, to } = await makeFrozen();
    const [owner, moderator] = [
      await makeSignedIn(world, { role: "admin" }),
      await makeSignedIn(world, { role: "admin", staffRole: "moderator" }),
    ];
    const open = ({ api }: Browser) => api.accounts.openFrozenMember({ params: { id } });
    expect((await open(moderator.browser)).status).toBe(403);
    world.pass(11 * MINUTE);
    expect((await open(owner.browser)).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    const fresh = await openBrowserOf(world, owner.id);
    const readFrozenAt = async () => (await fresh.api.officeMembers.staffUser({ params: { id } })).body.frozenAt;
    expect(await readFrozenAt()).toEqual(expect.any(String));
    for (let press = 0; press < 2; press += 1) expect((await open(fresh)).status).toBe(200);
    expect(await readFrozenAt()).toBeNull();
    const entries = world.owner.selectFrom("auditEntry").where("action", "=", "member.unfrozen");
    expect(await entries.where("subjectId", "=", id).select("actorId").execute()).toEqual([{ actorId: owner.id }]);
    expect((await signIn(to)).status).toBe(200);
  });

  test("for good: the former mailboxes do not freeze it again", async () => {
    const { authenticator, alert } = await makeFrozen();
    await signInByPasskey(world.browser(), authenticator);
    expect((await deny(alert)).failure.code).toBe("SIGN_IN_ALERT_LINK_INVALID");
  });
});

describe("[T85] the erasure of a frozen account", () => {
  test("does not begin, and gives its member a week to cancel it once the account is open", async () => {
    const { id, browser, token, authenticator } = await makeMoved();
    await askErasure({ browser });
    await deny(token);
    const before = await findMember(world, id);
    await makeErasureDue(world.owner, id);
    await runErasures(world);
    expect(await findMember(world, id)).toEqual(before);
    const opener = world.browser();
    expect((await signInByPasskey(opener, authenticator)).status).toBe(200);
    const { erasesAt } = await findProfile(id);
    expect((erasesAt?.getTime() ?? 0) - world.context.clock.now().getTime()).toBeGreaterThan(7 * DAY - MINUTE);
    expect((await opener.api.erasure.takeBack()).status).toBe(200);
    expect((await findProfile(id)).isActive).toBe(true);
  });

  test("is not cancelled by a session that was under way, which would show the member again", async () => {
    const { id, browser, token } = await makeMoved();
    await askErasure({ browser });
    const [denial] = await race(world.owner, holdWrites("profile"), [
      () => deny(token),
      () => browser.api.erasure.takeBack(),
    ]);
    expect(denial.status).toBe(200);
    expect(await findProfile(id)).toMatchObject({ isOpen: false, frozenAt: expect.any(Date) });
  });
});
