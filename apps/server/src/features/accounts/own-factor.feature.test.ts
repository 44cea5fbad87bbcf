import { randomUUID } from "node:crypto";
import { SIGN_IN_ALERT_LINK_HOURS, WAY_TRUSTED_DAYS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { lockMember } from "../../base/members/member-queries.ts";
import { endSessionsOfMember, voidProofs } from "../../base/sessions/queries.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { addPasskey, proveByPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { codeNow, nextCode, setUpFactor } from "../../testing/second-factor.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW = { password: "outra senha de teste", passwordConfirmation: "outra senha de teste" };

type Browser = ReturnType<typeof world.browser>;

const signIn = (email: string, code?: string, password = PASSWORD, browser: Browser = world.browser()) =>
  browser.api.accounts.signIn({ body: { email, password, remember: true, ...(code !== undefined && { code }) } });

const prove = ({ api }: Browser, proof: string) => api.accounts.prove({ body: { proof } });

async function makeOwn() {
  const { id, email } = await makeMember(world.owner);
  return { id, email, browser: await openBrowserOf(world, id) };
}

async function makeProtected() {
  const own = await makeOwn();
  return { ...own, ...(await setUpFactor(world, own.browser)) };
}

const listKinds = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);

const listEntries = (id: string) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    // Opening the page of a member in the office leaves this row.
    .where("action", "<>", "member.read")
    .select(["action", "actorId"])
    .execute();

describe("[D2.56] a member's authenticator app", () => {
  test("holds from its first code on, and sessions that were open stay", async () => {
    const { id, email, browser } = await makeOwn();
    const otherBrowser = await openBrowserOf(world, id);
    const { recoveryCodes } = await setUpFactor(world, browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser.api.accounts.ownFactor()).body).toEqual({
      setUpAt: expect.any(String),
      addedOn: expect.any(String),
      isOff: false,
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect((await browser.api.accounts.session()).body.user?.proofs).toEqual(["code"]);
    expect((await otherBrowser.api.accounts.session()).body.user?.id).toBe(id);
    expect(await listKinds(email)).toEqual(["app-added"]);
    // The audit log is about the staff.
    expect(await listEntries(id)).toEqual([]);
  });

  test("voids what the other sessions have proven by the password alone", async () => {
    const { id, browser } = await makeOwn();
    const otherBrowser = await openBrowserOf(world, id);
    await setUpFactor(world, browser);
    const { api } = otherBrowser;
    for (const reply of [await api.accounts.removeFactor(), await api.accounts.renewRecoveryCodes()])
      expect(reply.failure.code).toBe("FRESH_FACTOR_REQUIRED");
  });

  test("is added, replaced, removed and gets new recovery codes after a fresh proof only", async () => {
    const { browser, secret } = await makeProtected();
    const { api } = browser;
    world.pass(11 * MINUTE);
    const attempts = [
      () => api.accounts.beginFactor(),
      () => api.accounts.confirmFactor({ body: { code: "000000" } }),
      () => api.accounts.renewRecoveryCodes(),
      () => api.accounts.removeFactor(),
    ];
    for (const attempt of attempts) expect((await attempt()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await prove(browser, PASSWORD)).failure.details?.fields).toEqual({ proof: "Código incorreto ou já usado" });
    expect((await api.accounts.removeFactor()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await prove(browser, codeNow(world, secret))).status).toBe(200);
    expect((await api.accounts.removeFactor()).status).toBe(200);
  });

  test("is no longer asked for after its removal, and its recovery codes open nothing", async () => {
    const { email, browser, recoveryCodes } = await makeProtected();
    expect((await browser.api.accounts.removeFactor()).status).toBe(200);
    expect((await browser.api.accounts.removeFactor()).failure.code).toBe("NOT_FOUND");
    expect((await browser.api.accounts.renewRecoveryCodes()).failure.code).toBe("NOT_FOUND");
    expect((await prove(browser, recoveryCodes[0] ?? "")).failure.code).toBe("VALIDATION_ERROR");
    expect((await signIn(email)).status).toBe(200);
    expect(await listKinds(email)).toEqual(["app-added", "app-removed"]);
  });

  test("older than a week stays after a new password by mail, which opens nothing without the code", async () => {
    const { email, secret } = await makeProtected();
    world.pass(WAY_TRUSTED_DAYS * 24 * HOUR);
    await world.browser().api.accounts.requestRecovery({ body: { email } });
    const { token } = await readLink(world, email);
    expect((await world.browser().api.accounts.resetPassword({ body: { token, ...NEW } })).status).toBe(200);
    expect((await signIn(email, undefined, NEW.password)).failure.code).toBe("AUTH_CODE_REQUIRED");
    expect((await signIn(email, nextCode(world, secret), NEW.password)).status).toBe(200);
  });

  test("is neither added, removed nor renewed by a session whose proof is voided or that ends meanwhile", async () => {
    const { id, browser, secret } = await makeProtected();
    const { secret: replacement } = (await browser.api.accounts.beginFactor()).body;
    const acts = [
      () => browser.api.accounts.removeFactor(),
      () => browser.api.accounts.renewRecoveryCodes(),
      () => browser.api.accounts.confirmFactor({ body: { code: codeNow(world, replacement) } }),
    ];
    const before = (await browser.api.accounts.ownFactor()).body;
    for (const act of acts) {
      const { answer } = await world.owner.transaction().execute(async (trx) => {
        await lockMember(trx, id);
        const pending = act();
        await waitForLocks(world.owner, 1);
        await voidProofs(trx, id, randomUUID());
        return { answer: pending };
      });
      expect((await answer).failure.code).toBe("FRESH_FACTOR_REQUIRED");
      expect((await prove(browser, nextCode(world, secret))).status).toBe(200);
    }
    const { answer } = await world.owner.transaction().execute(async (trx) => {
      await lockMember(trx, id);
      const pending = browser.api.accounts.removeFactor();
      await waitForLocks(world.owner, 1);
      await endSessionsOfMember(trx, id, world.context.clock.now());
      return { answer: pending };
    });
    expect((await answer).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await (await openBrowserOf(world, id)).api.accounts.ownFactor()).body).toEqual(before);
  });

  test("gives one set of recovery codes, also when two sessions renew them at once", async () => {
    const { browser } = await makeProtected();
    const renew = () => browser.api.accounts.renewRecoveryCodes();
    await race(world.owner, holdWrites("recoveryCode"), [renew, renew]);
    expect((await browser.api.accounts.ownFactor()).body.recoveryCodesLeft).toBe(10);
  });
});

describe("[D2.56] a member with an app signs in", () => {
  test("by the password and a code, and no other answer says that there is an app", async () => {
    const { email, secret } = await makeProtected();
    const plain = await makeMember(world.owner);
    const wrong = [await signIn(email, undefined, "nunca foi esta"), await signIn(plain.email, "1", "nunca foi esta")];
    for (const { failure } of wrong) expect(failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    expect((await signIn(email)).failure.code).toBe("AUTH_CODE_REQUIRED");
    expect((await signIn(email, "000000")).failure.code).toBe("AUTH_CODE_INVALID");
    const { body } = await signIn(email, nextCode(world, secret));
    expect(body).toMatchObject({ user: { email, staff: null }, invitesKey: false });
  });

  test("by a code of half a minute ago or ahead, and not by an older one", async () => {
    const { email, secret } = await makeProtected();
    world.pass(10 * MINUTE);
    const old = codeNow(world, secret);
    world.pass(MINUTE);
    expect((await signIn(email, old)).failure.code).toBe("AUTH_CODE_INVALID");
    const late = codeNow(world, secret);
    world.pass(MINUTE / 2);
    expect((await signIn(email, late)).status).toBe(200);
  });

  test("by each code once, also when two sign-ins or a sign-in and a proof send it at once", async () => {
    const { email, browser, secret, recoveryCodes } = await makeProtected();
    for (const typedCode of [nextCode(world, secret), recoveryCodes[0] ?? ""]) {
      const [enter, proof] = [() => signIn(email, typedCode), () => prove(browser, typedCode)];
      const replies = await race(world.owner, holdWrites("secondFactor", "recoveryCode"), [enter, enter, proof]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    // Each of these sign-ins has a new browser, and may lose against the proof.
    const kinds = (await listKinds(email)).filter((kind) => kind !== "sign-in-alert");
    expect(kinds).toEqual(["app-added", "recovery-code-used"]);
    expect((await browser.api.accounts.ownFactor()).body.recoveryCodesLeft).toBe(9);
  });

  test("by a passkey without a code, which is a fresh proof as well", async () => {
    const { browser } = await makeProtected();
    const { authenticator } = await addPasskey(browser);
    expect((await browser.api.accounts.session()).body.user?.proofs).toEqual(["passkey", "code"]);
    const fresh = world.browser();
    expect((await signInByPasskey(fresh, authenticator)).status).toBe(200);
    world.pass(11 * MINUTE);
    expect((await proveByPasskey(fresh, authenticator)).status).toBe(200);
    expect((await fresh.api.accounts.removeFactor()).status).toBe(200);
  });

  test("not by the password alone while the app is being added", async () => {
    const { id, email } = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    const answers = await world.owner.transaction().execute(async (trx) => {
      await lockMember(trx, id);
      const adding = setUpFactor(world, browser);
      await waitForLocks(world.owner, 1);
      const signingIn = signIn(email);
      await waitForLocks(world.owner, 2);
      return { adding, signingIn };
    });
    await answers.adding;
    expect((await answers.signingIn).failure.code).toBe("AUTH_CODE_REQUIRED");
  });

  test("[D2.38] not by guessing, neither at the door nor in an open session", async () => {
    const { email, browser, secret } = await makeProtected();
    const stranger = world.browser();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await signIn(email, "000000", PASSWORD, stranger)).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await signIn(email, nextCode(world, secret), PASSWORD, stranger)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    for (let guess = 0; guess < 10; guess += 1) await prove(browser, "000000");
    expect((await prove(browser, nextCode(world, secret))).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe('[D2.56][T77] "Não fui eu"', () => {
  const deny = (token: string) => world.browser().api.accounts.denySignIn({ body: { token } });

  test("in the mail about the app removes it, with every session and the password, so that its member comes back", async () => {
    const { email } = await makeOwn();
    const intruder = world.browser();
    await signIn(email, undefined, PASSWORD, intruder);
    await setUpFactor(world, intruder);
    const { page, token } = await readLink(world, email);
    expect(page).toContain("/nao-fui-eu");
    const { recoveryToken } = (await deny(token)).body;
    expect((await intruder.api.accounts.session()).body.user).toBeNull();
    await world.browser().api.accounts.resetPassword({ body: { token: recoveryToken, ...NEW } });
    expect((await signIn(email, undefined, NEW.password)).status).toBe(200);
  });

  test("at the member's own address works although the intruder has another one by now, and has added the app there", async () => {
    const { email } = await makeOwn();
    await signIn(email);
    world.pass(24 * HOUR);
    const intruder = world.browser();
    await signIn(email, undefined, PASSWORD, intruder);
    const { token } = await readLink(world, email);
    await intruder.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: newEmail() } });
    await setUpFactor(world, intruder);
    const { recoveryToken } = (await deny(token)).body;
    expect(recoveryToken).toEqual(expect.any(String));
    expect((await intruder.api.accounts.session()).body.user).toBeNull();
  });

  test("leaves an app that is older than such a link, because a mailbox must not be enough to take it away", async () => {
    const { email, secret } = await makeProtected();
    world.pass(SIGN_IN_ALERT_LINK_HOURS * HOUR + MINUTE);
    await signIn(email, codeNow(world, secret));
    const { token } = await readLink(world, email);
    const { recoveryToken } = (await deny(token)).body;
    await world.browser().api.accounts.resetPassword({ body: { token: recoveryToken, ...NEW } });
    expect((await signIn(email, undefined, NEW.password)).failure.code).toBe("AUTH_CODE_REQUIRED");
  });

  test("of the staff leaves the app", async () => {
    const { id, email } = await makeMember(world.owner, { role: "admin" });
    const { secret } = await setUpFactor(world, await openBrowserOf(world, id));
    await signIn(email, nextCode(world, secret));
    await signIn(email, nextCode(world, secret));
    const { token } = await readLink(world, email);
    await deny(token);
    const row = await world.owner.selectFrom("secondFactor").where("memberId", "=", id).select("setUpAt").execute();
    expect(row).toHaveLength(1);
  });
});

describe("[D2.58] an owner", () => {
  const reset = ({ api }: Browser, id: string) => api.accounts.resetMemberFactor({ params: { id } });

  test("removes what a member has lost, with the password, and only the mailbox leads back", async () => {
    const owner = await makeSignedIn(world, { role: "admin" });
    const { id, email, browser } = await makeProtected();
    const { authenticator } = await addPasskey(browser);
    expect((await owner.browser.api.officeMembers.staffUser({ params: { id } })).body.hasFactor).toBe(true);
    expect((await reset(owner.browser, id)).status).toBe(200);
    expect((await owner.browser.api.officeMembers.staffUser({ params: { id } })).body.hasFactor).toBe(false);
    expect((await browser.api.accounts.session()).body.user).toBeNull();
    // The person who requested it may only know the password.
    expect((await signIn(email)).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect(await listEntries(id)).toEqual([{ action: "member.factor-reset", actorId: owner.id }]);
    const { page, token } = await readLink(world, email);
    expect(page).toContain("/redefinir-senha");
    expect(await listKinds(email)).toEqual(["app-added", "passkey-added", "access-reset", "recovery"]);
    await world.browser().api.accounts.resetPassword({ body: { token, ...NEW } });
    expect((await signIn(email, undefined, NEW.password)).status).toBe(200);
  });

  test("changes nothing of a member who has neither an app nor a passkey", async () => {
    const owner = await makeSignedIn(world, { role: "admin" });
    const { id, email, browser } = await makeOwn();
    expect((await reset(owner.browser, id)).status).toBe(200);
    expect((await browser.api.accounts.session()).body.user?.id).toBe(id);
    expect(await listKinds(email)).toEqual([]);
    expect(await listEntries(id)).toEqual([]);
  });

  test('leaves the member\'s "Não fui eu", and mails nothing to an address that is not the one of a week ago', async () => {
    const owner = await makeSignedIn(world, { role: "admin" });
    const { id, email } = await makeProtected();
    const alert = await readLink(world, email);
    expect((await reset(owner.browser, id)).status).toBe(200);
    expect((await world.browser().api.accounts.checkSignInAlert({ body: { token: alert.token } })).status).toBe(200);

    const movedMember = await makeProtected();
    const to = newEmail();
    const change = (address: string) =>
      movedMember.browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: address } });
    await change(to);
    expect((await reset(owner.browser, movedMember.id)).failure.code).toBe("EMAIL_CHANGED_LATELY");
    expect(await listKinds(to)).toEqual([]);
    expect((await movedMember.browser.api.accounts.session()).body.user?.id).toBe(movedMember.id);
    await change(movedMember.email);
    expect((await reset(owner.browser, movedMember.id)).status).toBe(200);

    const settled = await makeProtected();
    await settled.browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: newEmail() } });
    world.pass(SIGN_IN_ALERT_LINK_HOURS * HOUR + MINUTE);
    const later = await makeSignedIn(world, { role: "admin" });
    expect((await reset(later.browser, settled.id)).status).toBe(200);
  });

  test("needs a fresh proof; a moderator may not do it, and it cannot be done to staff", async () => {
    const owner = await makeSignedIn(world, { role: "admin" });
    const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    const { id, browser } = await makeProtected();
    expect((await reset(moderator.browser, id)).failure.code).toBe("ADMIN_ONLY");
    expect((await reset(browser, id)).failure.code).toBe("ADMIN_ONLY");
    expect((await reset(owner.browser, moderator.id)).failure.code).toBe("NOT_FOUND");
    world.pass(11 * MINUTE);
    expect((await reset(owner.browser, id)).failure.code).toBe("FRESH_FACTOR_REQUIRED");
  });
});

test("[D2.12] staff remove their own app, and their sessions count as opened without one", async () => {
  const { id, browser } = await makeSignedIn(world, { role: "admin" });
  await setUpFactor(world, browser);
  expect((await browser.api.accounts.removeFactor()).status).toBe(200);
  expect((await browser.api.accounts.session()).body.user?.staff?.hasFactor).toBe(false);
  expect((await listEntries(id)).map(({ action }) => action)).toEqual(["admin.factor-set-up", "admin.factor-removed"]);
});
