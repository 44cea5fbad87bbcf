import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { lockMember } from "../../base/members/member-queries.ts";
import { type Changes, openAuthenticator } from "../../testing/authenticator.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readMails } from "../../testing/mails.ts";
import { addPasskey, makeWithPasskey, proveByPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { setUpFactor } from "../../testing/second-factor.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { makeOrRecoverAdmin } from "./commands.ts";

const world = await openWorld();
const strict = await openWorld({ ADMIN_2FA: "required" });
const narrow = await openWorld({ LIMIT_SIGN_IN_ADDRESS: "3/3600", LIMIT_PASSKEY_CHALLENGES: "5/3600" });
const publishedWorld = await openWorld({ PUBLIC_URL: "https://caramelo.example", MODE: "demo" });
const MINUTE = 60_000;
const STAFF = { role: "admin" } as const;

const changeProfile = (memberId: string, facts: object) =>
  world.owner.updateTable("profile").set(facts).where("memberId", "=", memberId).execute();

const findRow = (id: string) =>
  world.owner.selectFrom("passkey").where("id", "=", id).selectAll().executeTakeFirstOrThrow();

const countSessions = async (memberId: string) =>
  (await world.owner.selectFrom("session").where("memberId", "=", memberId).select("id").execute()).length;

async function listKinds(memberId: string): Promise<string[]> {
  const member = world.owner.selectFrom("member").where("id", "=", memberId).select("email");
  return (await readMails(world, (await member.executeTakeFirstOrThrow()).email)).map(({ kind }) => kind);
}

const listEntries = (memberId: string) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", memberId)
    .orderBy("id")
    .select(["action", "details"])
    .execute();

describe("[D2.54] a member signs in by a passkey", () => {
  test("without an address or a password, in a new browser, and it is recorded as used", async () => {
    const { id, authenticator, passkeyId } = await makeWithPasskey(world);
    const browser = world.browser();
    const reply = await signInByPasskey(browser, authenticator);
    expect(reply.body).toMatchObject({ user: { id }, wasReactivated: false });
    expect((await browser.api.accounts.session()).body.user?.id).toBe(id);
    expect((await findRow(passkeyId)).lastUsedAt).not.toBeNull();
    // The session is like that of a password: the browser is known from now on.
    expect(browser.jar.size).toBe(2);
    expect(await world.owner.selectFrom("knownDevice").where("memberId", "=", id).selectAll().execute()).toHaveLength(
      1,
    );
  });

  test("[M2.02] and stays signed in as asked", async () => {
    const { authenticator } = await makeWithPasskey(world);
    const cookieOf = async (remember: boolean) =>
      (await signInByPasskey(world.browser(), authenticator, { remember })).headers.getSetCookie().join();
    expect(await cookieOf(false)).not.toMatch(/caramelo=[^;]+;[^,]*Max-Age=2592000/);
    expect(await cookieOf(true)).toMatch(/caramelo=[^;]+;[^,]*Max-Age=2592000/);
  });

  test("which is a fresh proof", async () => {
    const { authenticator } = await makeWithPasskey(world);
    const browser = world.browser();
    await signInByPasskey(browser, authenticator);
    expect((await browser.api.accounts.beginPasskey()).status).toBe(200);
    world.pass(11 * MINUTE);
    expect((await browser.api.accounts.beginPasskey()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
  });

  test("[T11] after deactivating the account, which the sign-in reactivates", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world);
    await browser.api.accounts.deactivate();
    const reply = await signInByPasskey(world.browser(), authenticator);
    expect(reply.body).toMatchObject({ user: { id }, wasReactivated: true });
    expect((await signInByPasskey(world.browser(), authenticator)).body.wasReactivated).toBe(false);
  });

  test("by one that is shared among devices and does not count", async () => {
    const { authenticator } = await makeWithPasskey(world, {}, { counts: false });
    for (let time = 0; time < 2; time += 1)
      expect((await signInByPasskey(world.browser(), authenticator)).status).toBe(200);
  });

  test("on a site with its own address, for which its passkeys are made", async () => {
    const { browser } = await makeSignedIn(publishedWorld);
    const authenticator = openAuthenticator("https://caramelo.example");
    // The answers of these calls have these shapes.
    type Creation = Parameters<typeof authenticator.create>[0];
    type Request = Parameters<typeof authenticator.get>[0];
    const guest = publishedWorld.browser();
    const post = (from: typeof guest, path: string, body: object) =>
      from.raw(`/api${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://caramelo.example" },
        body: JSON.stringify(body),
      });
    browser.jar.set("__Host-caramelo", browser.jar.get("caramelo") ?? "");
    const creation = (await (await post(browser, "/account/passkeys/options", {})).json()) as Creation;
    expect(creation.rp.id).toBe("caramelo.example");
    const addAnswer = await post(browser, "/account/passkeys", { passkey: authenticator.create(creation) });
    expect(addAnswer.status).toBe(200);
    const begin = async () => (await (await post(guest, "/session/passkey/options", {})).json()) as Request;
    const send = async (changes: Changes) =>
      (await post(guest, "/session/passkey", { passkey: authenticator.get(await begin(), changes), remember: false }))
        .status;
    expect(await send({})).toBe(200);
    expect(await send({ origin: guest.base, rpId: "127.0.0.1" })).toBe(401);
  });
});

describe("[T80] a passkey opens no session", () => {
  test.each([
    ["that was asked for by another site", { origin: "https://caramelo.evil" }],
    ["that was asked for by another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["that was made for another host", { rpId: "caramelo.evil" }],
    ["without the person being verified", { flags: 1 }],
    ["without the person being present", { flags: 4 }],
    ["by the answer that makes a passkey", { type: "webauthn.create" }],
    ["for a challenge that is not ours", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["that names another member", { userHandle: Buffer.alloc(32).toString("base64url") }],
    ["that names no member", { userHandle: null }],
  ])("%s", async (_, changes) => {
    const { id, authenticator, passkeyId } = await makeWithPasskey(world);
    const browser = world.browser();
    const sessions = await countSessions(id);
    const reply = await signInByPasskey(browser, authenticator, changes);
    expect(reply).toMatchObject({ status: 401, failure: { code: "AUTH_PASSKEY_REFUSED" } });
    expect(browser.jar.size).toBe(0);
    expect(await countSessions(id)).toBe(sessions);
    expect((await findRow(passkeyId)).lastUsedAt).toBeNull();
    expect(world.logged.at(-1)).toContain("refused a passkey");
  });

  test("by a challenge that was answered before, even if wrongly, or five minutes ago", async () => {
    const { authenticator } = await makeWithPasskey(world);
    const { api } = world.browser();
    const begin = async () => (await api.accounts.beginPasskeySignIn()).body;
    const send = (passkey: ReturnType<typeof authenticator.get>) =>
      api.accounts.signInByPasskey({ body: { passkey, remember: false } });
    const options = await begin();
    const signedAnswer = authenticator.get(options);
    expect((await send(signedAnswer)).status).toBe(200);
    expect((await send(signedAnswer)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect((await send(authenticator.get(options))).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    const wrongFirst = await begin();
    await send(authenticator.get(wrongFirst, { flags: 1 }));
    expect((await send(authenticator.get(wrongFirst))).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    const late = authenticator.get(await begin());
    world.pass(5 * MINUTE);
    expect((await send(late)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test("by a challenge that was given for a proof", async () => {
    const { browser, authenticator } = await makeWithPasskey(world);
    const passkey = authenticator.get((await browser.api.accounts.beginPasskeyProof()).body);
    const reply = await world.browser().api.accounts.signInByPasskey({ body: { passkey, remember: false } });
    expect(reply.failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test("twice with one answer, not even at the same time", async () => {
    const { authenticator } = await makeWithPasskey(world);
    const { api } = world.browser();
    const passkey = authenticator.get((await api.accounts.beginPasskeySignIn()).body);
    const send = () => api.accounts.signInByPasskey({ body: { passkey, remember: false } });
    const replies = await race(world.owner, holdWrites("passkeyChallenge"), [send, send, send]);
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 401]);
  });

  test("under the signature of another key, or with the id of another member's", async () => {
    const [ana, bia] = [await makeWithPasskey(world), await makeWithPasskey(world)];
    const { api } = world.browser();
    const options = (await api.accounts.beginPasskeySignIn()).body;
    const passkey = { ...bia.authenticator.get(options), id: ana.authenticator.id };
    const forged = await api.accounts.signInByPasskey({ body: { passkey, remember: false } });
    expect(forged.failure.code).toBe("AUTH_PASSKEY_REFUSED");
    const handle = ana.authenticator.get(options).userHandle;
    const namedAnswer = await signInByPasskey(world.browser(), bia.authenticator, { userHandle: handle });
    expect(namedAnswer.failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test("that was never added", async () => {
    const browser = world.browser();
    const reply = await signInByPasskey(browser, openAuthenticator(browser.base), { userHandle: "AAAA" });
    expect(reply.failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test.each([
    ["suspended", { suspendedAt: new Date() }, "PROFILE_NOT_FOUND"],
    ["unconfirmed", { awaitsConfirmation: true }, "AUTH_EMAIL_NOT_CONFIRMED"],
    ["deactivated and suspended", { deactivatedAt: new Date(), suspendedAt: new Date() }, "PROFILE_NOT_FOUND"],
  ])("of an account that is %s, as with its password", async (_, facts, code) => {
    const { id, authenticator } = await makeWithPasskey(world);
    await changeProfile(id, facts);
    const browser = world.browser();
    const passkey = authenticator.get((await browser.api.accounts.beginPasskeySignIn()).body);
    const send = async () =>
      (await browser.api.accounts.signInByPasskey({ body: { passkey, remember: false } })).failure.code;
    expect(await send()).toBe(code);
    expect(browser.jar.size).toBe(0);
    // Its challenge was used up by that.
    expect(await send()).toBe("AUTH_PASSKEY_REFUSED");
  });
});

describe("[T73] an answer that is tried once more, because the database gave the first attempt up,", () => {
  /** Sends an answer whose first attempt is cancelled while it waits for the lock of its member. */
  async function sendInterrupted<T>(memberId: string, send: () => Promise<T>): Promise<T> {
    const { reply } = await world.owner.transaction().execute(async (trx) => {
      await lockMember(trx, memberId);
      const logged = world.logged.length;
      const sentRequest = send();
      await waitForLocks(world.owner, 1);
      await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.owner);
      await vi.waitFor(() => expect(world.logged.slice(logged).join()).toContain("busy, tried again"), PATIENT);
      return { reply: sentRequest };
    });
    return reply;
  }

  test("signs in", async () => {
    const { id, authenticator } = await makeWithPasskey(world);
    const reply = await sendInterrupted(id, () => signInByPasskey(world.browser(), authenticator));
    expect(reply.status).toBe(200);
  });

  test("proves who its member is", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world);
    expect((await sendInterrupted(id, () => proveByPasskey(browser, authenticator))).status).toBe(200);
  });

  test("adds a passkey", async () => {
    const { id, browser } = await makeSignedIn(world);
    expect((await sendInterrupted(id, () => addPasskey(browser))).reply.status).toBe(200);
  });
});

describe("[T80] a copied passkey", () => {
  test("whose counter goes back or stays the same is blocked, and its member gets one mail", async () => {
    const { id, authenticator, passkeyId } = await makeWithPasskey(world);
    expect((await signInByPasskey(world.browser(), authenticator, { counter: 7 })).status).toBe(200);
    expect((await signInByPasskey(world.browser(), authenticator, { counter: 7 })).failure.code).toBe(
      "AUTH_PASSKEY_REFUSED",
    );
    expect(await listKinds(id)).toEqual(["passkey-added", "passkey-blocked"]);
    expect(await findRow(passkeyId)).toMatchObject({ counter: 7, blockedAt: expect.any(Date) });
    // The copy cannot be distinguished from the original, so neither opens anything any more.
    for (const counter of [6, 8, 100])
      expect((await signInByPasskey(world.browser(), authenticator, { counter })).failure.code).toBe(
        "AUTH_PASSKEY_REFUSED",
      );
    expect(await listKinds(id)).toEqual(["passkey-added", "passkey-blocked"]);
    const own = await openBrowserOf(world, id);
    expect((await own.api.accounts.passkeys()).body.passkeys).toMatchObject([{ isBlocked: true }]);
    expect((await own.api.accounts.session()).body.user?.proofs).toEqual(["password"]);
    expect((await own.api.accounts.beginPasskeyProof()).body.allowCredentials).toEqual([]);
  });

  test("is not blocked by a person who knows its id but cannot sign", async () => {
    const { id, authenticator, passkeyId } = await makeWithPasskey(world);
    await signInByPasskey(world.browser(), authenticator, { counter: 7 });
    const { api } = world.browser();
    const options = (await api.accounts.beginPasskeySignIn()).body;
    const signedAnswer = authenticator.get(options, { counter: 1 });
    const passkey = { ...signedAnswer, signature: Buffer.from("forged").toString("base64url") };
    expect((await api.accounts.signInByPasskey({ body: { passkey, remember: false } })).status).toBe(401);
    expect((await findRow(passkeyId)).blockedAt).toBeNull();
    expect(await listKinds(id)).toEqual(["passkey-added"]);
  });

  test("proves nothing either", async () => {
    const { browser, authenticator } = await makeWithPasskey(world);
    expect((await proveByPasskey(browser, authenticator, { counter: 9 })).status).toBe(200);
    expect((await proveByPasskey(browser, authenticator, { counter: 9 })).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect((await proveByPasskey(browser, authenticator, { counter: 10 })).failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });
});

describe("[T58] the limits", () => {
  test("count only failures of an address, together with wrong passwords", async () => {
    const { authenticator, id } = await makeWithPasskey(narrow);
    const address = "198.51.100.7";
    for (let time = 0; time < 2; time += 1)
      expect((await signInByPasskey(narrow.browser(address), authenticator)).status).toBe(200);
    const { email } = await narrow.owner
      .selectFrom("member")
      .where("id", "=", id)
      .select("email")
      .executeTakeFirstOrThrow();
    const wrong = { email, password: "nunca foi esta", remember: false };
    for (let time = 0; time < 3; time += 1) await narrow.browser(address).api.accounts.signIn({ body: wrong });
    const reply = await signInByPasskey(narrow.browser(address), authenticator);
    expect(reply.failure.code).toBe("RATE_LIMIT_EXCEEDED");
    expect((await signInByPasskey(narrow.browser("198.51.100.8"), authenticator)).status).toBe(200);
  });

  test("bound the challenges of an address", async () => {
    const { api } = narrow.browser("198.51.100.9");
    for (let time = 0; time < 5; time += 1) expect((await api.accounts.beginPasskeySignIn()).status).toBe(200);
    expect((await api.accounts.beginPasskeySignIn()).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe("[D2.12][D2.54] staff may use a passkey in place of the code", () => {
  test("at sign-in: the session has a second factor, and the audit log says how they came in", async () => {
    const { id, authenticator } = await makeWithPasskey(world, STAFF);
    const reply = await signInByPasskey(world.browser(), authenticator, { remember: true });
    expect(reply.body.user.staff).toMatchObject({ hasFactor: true, awaitsFactor: false });
    expect(reply.body.user.proofs).toEqual(["passkey"]);
    expect(await listEntries(id)).toEqual([
      { action: "admin.passkey-added", details: {} },
      { action: "admin.signed-in", details: expect.objectContaining({ hasCode: false, hasPasskey: true }) },
    ]);
  });

  test("next to an authenticator app, whose code is then not required", async () => {
    const { browser, authenticator } = await makeWithPasskey(world, STAFF);
    await setUpFactor(world, browser);
    const reply = await signInByPasskey(world.browser(), authenticator);
    expect(reply.body.user.staff?.hasFactor).toBe(true);
    expect(reply.body.user.proofs).toEqual(["passkey", "code"]);
  });

  test("and then the password alone neither opens nor proves anything", async () => {
    const { id, email } = await makeMember(world.owner, STAFF);
    const browser = await openBrowserOf(world, id);
    const otherBrowser = await openBrowserOf(world, id);
    await addPasskey(browser);
    const signIn = (password: string) =>
      world.browser().api.accounts.signIn({ body: { email, password, remember: false, code: "123456" } });
    expect((await signIn(PASSWORD)).failure.code).toBe("AUTH_PASSKEY_REQUIRED");
    expect((await signIn("nunca foi esta")).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    expect((await browser.api.accounts.prove({ body: { proof: PASSWORD } })).failure.code).toBe("VALIDATION_ERROR");
    // The other session was opened without the new factor.
    expect((await otherBrowser.api.accounts.session()).body.user).toBeNull();
    expect((await browser.api.accounts.session()).body.user?.staff?.hasFactor).toBe(true);
  });

  test("where a fresh factor is asked for", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world, STAFF);
    const colleague = await makeMember(world.owner, { ...STAFF, staffRole: "moderator" });
    const provedAt = new Date(world.context.clock.now().getTime() - 60 * MINUTE);
    await world.owner.updateTable("session").set({ provedAt }).where("memberId", "=", id).execute();
    const end = () => browser.api.accounts.endStaffSessions({ params: { id: colleague.id } });
    expect((await end()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await proveByPasskey(browser, authenticator, { flags: 1 })).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect((await end()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await proveByPasskey(browser, authenticator)).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await listEntries(id)).map(({ action }) => action)).toEqual(["admin.passkey-added", "admin.proof-refused"]);
  });

  test("where the site requires a second factor", async () => {
    const { browser } = await makeSignedIn(strict, STAFF);
    expect((await browser.api.mail.list({ query: {} })).failure.code).toBe("SECOND_FACTOR_MISSING");
    const { authenticator, id } = await addPasskey(browser);
    expect((await browser.api.mail.list({ query: {} })).status).toBe(200);
    const otherBrowser = strict.browser();
    await signInByPasskey(otherBrowser, authenticator);
    expect((await otherBrowser.api.mail.list({ query: {} })).status).toBe(200);
    await otherBrowser.api.accounts.removePasskey({ params: { id } });
    for (const open of [browser, otherBrowser])
      expect((await open.api.mail.list({ query: {} })).failure.code).toBe("SECOND_FACTOR_MISSING");
  });

  test("and the audit log names a copied one, for which the person has to ask an owner", async () => {
    const { id, authenticator } = await makeWithPasskey(world, STAFF);
    const browser = world.browser();
    await signInByPasskey(browser, authenticator, { counter: 3 });
    await signInByPasskey(world.browser(), authenticator, { counter: 2 });
    expect(await listKinds(id)).toEqual(["passkey-added", "passkey-blocked-staff"]);
    expect((await browser.api.accounts.session()).body.user?.proofs).toEqual([]);
    expect((await listEntries(id)).map(({ action }) => action)).toEqual([
      "admin.passkey-added",
      "admin.signed-in",
      "admin.passkey-blocked",
    ]);
  });

  test("until an owner resets the factor, or the account is recovered on the machine", async () => {
    const { browser: owner } = await makeSignedIn(world, STAFF);
    const lostMember = await makeWithPasskey(world, STAFF);
    expect(
      (await owner.api.accounts.team({ query: {} })).body.people.find(({ id }) => id === lostMember.id),
    ).toMatchObject({ hasFactor: true });
    await owner.api.accounts.resetFactor({ params: { id: lostMember.id } });
    expect((await signInByPasskey(world.browser(), lostMember.authenticator)).failure.code).toBe(
      "AUTH_PASSKEY_REFUSED",
    );
    expect(await listKinds(lostMember.id)).toEqual(["passkey-added", "factor-removed"]);

    const { id, authenticator } = await makeWithPasskey(world, STAFF);
    const { email } = await world.owner
      .selectFrom("member")
      .where("id", "=", id)
      .select("email")
      .executeTakeFirstOrThrow();
    await makeOrRecoverAdmin({ ...world.context, db: world.owner }, { email, password: "um segredo da equipe" });
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    const reply = await world
      .browser()
      .api.accounts.signIn({ body: { email, password: "um segredo da equipe", remember: false } });
    expect(reply.status).toBe(200);
  });
});
