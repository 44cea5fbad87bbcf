import { fieldTexts } from "@caramelo/contract/call/errors";
import { Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { lockMember } from "../../base/members/member-queries.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readMails } from "../../testing/mails.ts";
import { addPasskey } from "../../testing/passkeys.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { codeNow, nextCode, setUpFactor } from "../../testing/second-factor.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { makeOrRecoverAdmin } from "./commands.ts";

const world = await openWorld();
const strict = await openWorld({ ADMIN_2FA: "required" });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STAFF = { role: "admin" } as const;

async function makeProtected() {
  const { id, email } = await makeMember(world.owner, STAFF);
  const browser = await openBrowserOf(world, id);
  return { id, email, browser, ...(await setUpFactor(world, browser)) };
}

const signIn = (email: string, code?: string, password = PASSWORD, browser = world.browser()) =>
  browser.api.accounts.signIn({ body: { email, password, remember: true, ...(code !== undefined && { code }) } });

const listActions = (id: string) =>
  world.owner.selectFrom("auditEntry").where("subjectId", "=", id).orderBy("id").select("action").execute();

const listEntries = (id: string) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    .orderBy("id")
    .select(["action", "actorId", "details"])
    .execute();

describe("[D2.12] setting up", () => {
  test("begins with a secret and holds from its first code on; other sessions end, and the audit log says it", async () => {
    const { id, browser } = await makeSignedIn(world, STAFF);
    const otherBrowser = await openBrowserOf(world, id);
    const factorSetup = (await browser.api.accounts.beginFactor()).body;
    expect(new URL(factorSetup.uri).searchParams.get("secret")).toBe(factorSetup.secret);
    expect((await browser.api.accounts.ownFactor()).body).toEqual({
      setUpAt: null,
      addedOn: null,
      isOff: false,
      recoveryCodesLeft: 0,
      isRequired: false,
    });
    const { body } = await browser.api.accounts.confirmFactor({ body: { code: codeNow(world, factorSetup.secret) } });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await browser.api.accounts.ownFactor()).body).toMatchObject({
      setUpAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect((await browser.api.accounts.session()).body.user?.staff?.hasFactor).toBe(true);
    expect((await otherBrowser.api.accounts.session()).body.user).toBeNull();
    expect(await listActions(id)).toEqual([{ action: "admin.factor-set-up" }]);
  });

  test("fails with any other code, and then changes nothing", async () => {
    const { browser } = await makeSignedIn(world, STAFF);
    const { secret: replaced } = (await browser.api.accounts.beginFactor()).body;
    await browser.api.accounts.beginFactor();
    for (const code of [codeNow(world, replaced), "000000", "", "abc"]) {
      const { failure } = await browser.api.accounts.confirmFactor({ body: { code } });
      expect(failure).toMatchObject({ code: "VALIDATION_ERROR", details: { fields: { code: expect.any(String) } } });
    }
    expect((await browser.api.accounts.ownFactor()).body.setUpAt).toBeNull();
  });

  test("once more replaces the secret only with the first code of the new one", async () => {
    const { email, browser, secret } = await makeProtected();
    const { secret: fresh } = (await browser.api.accounts.beginFactor()).body;
    expect((await signIn(email, nextCode(world, secret))).status).toBe(200);
    expect((await signIn(email, codeNow(world, fresh))).failure.code).toBe("AUTH_CODE_INVALID");
  });

  test("keeps neither the secret nor a recovery code in the database", async () => {
    const { id, secret, recoveryCodes } = await makeProtected();
    const row = await world.owner
      .selectFrom("secondFactor")
      .selectAll()
      .where("memberId", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.secret?.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
    const codes = await world.owner.selectFrom("recoveryCode").selectAll().where("memberId", "=", id).execute();
    for (const code of recoveryCodes) expect(JSON.stringify(codes)).not.toContain(code);
  });
});

describe("[D2.12] signing in with a second factor", () => {
  test("asks for the code after the right password only", async () => {
    const { email, secret } = await makeProtected();
    expect((await signIn(email, nextCode(world, secret), "outra senha qualquer")).failure.code).toBe(
      "AUTH_INVALID_CREDENTIALS",
    );
    const browser = world.browser();
    expect((await signIn(email, undefined, PASSWORD, browser)).failure.code).toBe("AUTH_CODE_REQUIRED");
    expect(browser.jar.has("caramelo")).toBe(false);
    expect((await signIn(email, "123456", PASSWORD, browser)).failure.code).toBe("AUTH_CODE_INVALID");
    const reply = await signIn(email, nextCode(world, secret), PASSWORD, browser);
    expect(reply.body.user.staff).toMatchObject({ hasFactor: true, awaitsFactor: false });
  });

  test.each([
    ["an authenticator app", "AUTH_CODE_REQUIRED"],
    ["a passkey", "AUTH_PASSKEY_REQUIRED"],
  ])("refuses the password alone while %s is being added", async (factor, code) => {
    const { id, email } = await makeMember(world.owner, { role: "admin" });
    const browser = await openBrowserOf(world, id);
    const add = factor === "a passkey" ? addPasskey : (from: typeof browser) => setUpFactor(world, from);
    const answers = await world.owner.transaction().execute(async (trx) => {
      await lockMember(trx, id);
      const adding = add(browser);
      await waitForLocks(world.owner, 1);
      const signingIn = world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
      await waitForLocks(world.owner, 2);
      return { adding, signingIn };
    });
    await answers.adding;
    expect((await answers.signingIn).failure.code).toBe(code);
  });

  test("takes no code twice, not even in two sign-ins at once", async () => {
    const { email, secret } = await makeProtected();
    const code = nextCode(world, secret);
    const enter = () => signIn(email, code);
    const replies = await race(world.owner, holdWrites("secondFactor"), [enter, enter, enter]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await signIn(email, code)).failure.code).toBe("AUTH_CODE_INVALID");
  });

  test("takes each recovery code once, however it is typed, and the audit log says it", async () => {
    const { id, email, recoveryCodes } = await makeProtected();
    const [code = "", otherCode = ""] = recoveryCodes;
    expect((await signIn(email, ` ${code.toLowerCase().replace("-", " ")} `)).status).toBe(200);
    expect((await signIn(email, code)).failure.code).toBe("AUTH_CODE_INVALID");
    const browser = world.browser();
    await signIn(email, otherCode, PASSWORD, browser);
    expect((await browser.api.accounts.ownFactor()).body.recoveryCodesLeft).toBe(8);
    expect((await listActions(id)).map(({ action }) => action)).toEqual([
      "admin.factor-set-up",
      "admin.recovery-code-used",
      "admin.signed-in",
      "admin.code-refused",
      "admin.recovery-code-used",
      "admin.signed-in",
    ]);
  });

  test("takes none of the recovery codes that were renewed", async () => {
    const { email, browser, recoveryCodes } = await makeProtected();
    const { body } = await browser.api.accounts.renewRecoveryCodes();
    expect((await signIn(email, recoveryCodes[0])).failure.code).toBe("AUTH_CODE_INVALID");
    expect((await signIn(email, body.recoveryCodes[0])).status).toBe(200);
  });

  test("[D2.38] codes cannot be guessed: the right password does not forgive a wrong code", async () => {
    const { email, secret } = await makeProtected();
    const browser = world.browser();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await signIn(email, "000000", PASSWORD, browser)).failure.code).toBe("AUTH_CODE_INVALID");
      expect((await signIn(email, undefined, PASSWORD, browser)).failure.code).toBe("AUTH_CODE_REQUIRED");
    }
    expect((await signIn(email, nextCode(world, secret), PASSWORD, browser)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });

  test("[D2.09] an admin who lost everything gets in by `npm run admin`, which removes the factor", async () => {
    const { email } = await makeProtected();
    const recovered = await makeOrRecoverAdmin({ ...world.context, db: world.owner }, { email, password: undefined });
    expect((await signIn(email, undefined, recovered.password)).status).toBe(200);
  });
});

describe("[D2.12] the owner of a second factor gets a mail", () => {
  const kindsFor = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);

  test("when it is set up, and when recovery codes are renewed or used", async () => {
    const { email, browser, recoveryCodes } = await makeProtected();
    expect(await kindsFor(email)).toEqual(["factor-set-up"]);
    await signIn(email, recoveryCodes[0]);
    const [, usedMail] = await readMails(world, email);
    expect(usedMail).toMatchObject({
      kind: "recovery-code-used",
      bodyText: expect.stringContaining("ainda valem: 9."),
    });
    await signIn(email, recoveryCodes[0]);
    await browser.api.accounts.renewRecoveryCodes();
    expect(await kindsFor(email)).toEqual(["factor-set-up", "recovery-code-used", "recovery-codes-renewed"]);
  });

  test("when another owner removes it, or the machine's owner", async () => {
    const [owner, caio, davi] = [await makeSignedIn(world, STAFF), await makeProtected(), await makeProtected()];
    const reset = () => owner.browser.api.accounts.resetFactor({ params: { id: caio.id } });
    await reset();
    await reset();
    expect(await kindsFor(caio.email)).toEqual(["factor-set-up", "factor-removed"]);
    await makeOrRecoverAdmin({ ...world.context, db: world.owner }, { email: davi.email, password: undefined });
    expect(await kindsFor(davi.email)).toEqual(["factor-set-up", "password-changed", "factor-removed"]);
  });
});

describe("[D5.21] the audit log records of staff", () => {
  const device = "Navegador desconhecido";

  test("when they sign in, from what, and whether with a code; of members it records nothing", async () => {
    const { id, email } = await makeMember(world.owner, STAFF);
    expect((await signIn(email)).status).toBe(200);
    expect(await listEntries(id)).toEqual([
      { action: "admin.signed-in", actorId: id, details: { device, hasCode: false } },
    ]);
    const member = await makeMember(world.owner);
    expect((await signIn(member.email)).status).toBe(200);
    expect(await listEntries(member.id)).toEqual([]);
    const protectedOne = await makeProtected();
    await signIn(protectedOne.email, nextCode(world, protectedOne.secret));
    expect((await listEntries(protectedOne.id)).at(-1)?.details).toEqual({ device, hasCode: true });
  });

  test("each wrong code after the right password, but no wrong password", async () => {
    const { id, email, secret } = await makeProtected();
    await signIn(email, nextCode(world, secret), "outra senha qualquer");
    await signIn(email);
    for (const code of ["000000", "AAAAA-AAAAA", ""]) await signIn(email, code);
    expect((await listEntries(id)).slice(1)).toEqual(
      Array.from({ length: 3 }, () => ({ action: "admin.code-refused", actorId: null, details: { device } })),
    );
  });

  test("each wrong proof, by the password and by a code", async () => {
    const plain = await makeSignedIn(world, STAFF);
    await plain.browser.api.accounts.prove({ body: { proof: "outra senha" } });
    await plain.browser.api.accounts.prove({ body: { proof: PASSWORD } });
    expect(await listEntries(plain.id)).toEqual([
      { action: "admin.proof-refused", actorId: plain.id, details: { hasCode: false } },
    ]);
    const { id, browser, secret } = await makeProtected();
    await browser.api.accounts.prove({ body: { proof: "000000" } });
    await browser.api.accounts.prove({ body: { proof: nextCode(world, secret) } });
    expect((await listEntries(id)).slice(1)).toEqual([
      { action: "admin.proof-refused", actorId: id, details: { hasCode: true } },
    ]);
  });
});

describe("[D2.51] a session of staff", () => {
  test("ends 8 hours after its sign-in, although it is used and was to be remembered", async () => {
    const { email } = await makeMember(world.owner, STAFF);
    const browser = world.browser();
    const reply = await signIn(email, undefined, PASSWORD, browser);
    expect(reply.headers.getSetCookie().join()).not.toMatch(/caramelo=[^;]*;[^,]*max-age=2/i);
    for (let hour = 1; hour < 8; hour += 1) {
      world.pass(HOUR);
      expect((await browser.api.accounts.team()).status).toBe(200);
    }
    world.pass(HOUR);
    expect((await browser.api.accounts.team()).failure.code).toBe("AUTH_SESSION_EXPIRED");
  });
});

describe("[D2.53] a grave action", () => {
  test("asks again for the password 10 minutes after it was given, where there is no second factor", async () => {
    const { browser } = await makeSignedIn(world, STAFF);
    world.pass(9 * MINUTE);
    expect((await browser.api.accounts.beginFactor()).status).toBe(200);
    world.pass(MINUTE);
    expect((await browser.api.accounts.beginFactor()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    const wrong = await browser.api.accounts.prove({ body: { proof: "outra senha" } });
    expect(wrong.failure.details?.fields).toEqual({ proof: "Senha atual incorreta" });
    expect((await browser.api.accounts.beginFactor()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await browser.api.accounts.prove({ body: { proof: PASSWORD } })).status).toBe(200);
    expect((await browser.api.accounts.beginFactor()).status).toBe(200);
  });

  test("asks for a code where there is one, and then the password is not enough", async () => {
    const { browser, secret, recoveryCodes } = await makeProtected();
    world.pass(11 * MINUTE);
    expect((await browser.api.accounts.renewRecoveryCodes()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    for (const proof of [PASSWORD, "000000", ""])
      expect((await browser.api.accounts.prove({ body: { proof } })).failure.code).toBe("VALIDATION_ERROR");
    expect((await browser.api.accounts.prove({ body: { proof: codeNow(world, secret) } })).status).toBe(200);
    expect((await browser.api.accounts.renewRecoveryCodes()).status).toBe(200);
    expect((await browser.api.accounts.prove({ body: { proof: recoveryCodes[0] ?? "" } })).status).toBe(400);
  });

  test("is proven for this session only", async () => {
    const { id, browser } = await makeSignedIn(world, STAFF);
    const otherBrowser = await openBrowserOf(world, id);
    world.pass(11 * MINUTE);
    await browser.api.accounts.prove({ body: { proof: PASSWORD } });
    expect((await otherBrowser.api.accounts.beginFactor()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
  });

  test("cannot be opened by guessing codes, not even with the password of the account", async () => {
    const { email, browser, secret } = await makeProtected();
    for (let guess = 0; guess < 10; guess += 1) {
      await browser.api.accounts.prove({ body: { proof: "000000" } });
      const { failure } = await browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } });
      expect(failure.details?.fields).toEqual({ email: fieldTexts.emailSame });
    }
    const proof = nextCode(world, secret);
    expect((await browser.api.accounts.prove({ body: { proof } })).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });

  test("cannot be opened by guessing", async () => {
    const { browser } = await makeSignedIn(world, STAFF);
    for (let guess = 0; guess < 10; guess += 1) await browser.api.accounts.prove({ body: { proof: "outra senha" } });
    expect((await browser.api.accounts.prove({ body: { proof: PASSWORD } })).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe("[D2.12] where the site asks staff for a second factor", () => {
  test("only setting it up is allowed until then", async () => {
    const { browser } = await makeSignedIn(strict, STAFF);
    expect((await browser.api.accounts.session()).body.user?.staff).toMatchObject({ awaitsFactor: true });
    expect((await browser.api.accounts.team()).failure.code).toBe("SECOND_FACTOR_MISSING");
    expect((await browser.api.mail.list()).failure.code).toBe("SECOND_FACTOR_MISSING");
    expect((await browser.api.accounts.ownFactor()).body.isRequired).toBe(true);
    await setUpFactor(strict, browser);
    expect((await browser.api.accounts.team()).status).toBe(200);
    expect((await browser.api.accounts.session()).body.user?.staff).toMatchObject({ awaitsFactor: false });
  });

  test("the members' side is closed to staff as well, except for their own things", async () => {
    const { browser } = await makeSignedIn(strict, STAFF);
    const { id } = await makeMember(strict.owner);
    const look = () => browser.api.profiles.read({ params: { id } });
    expect((await look()).failure.code).toBe("SECOND_FACTOR_MISSING");
    expect((await browser.api.accounts.devices()).status).toBe(200);
    await setUpFactor(strict, browser);
    expect((await look()).status).toBe(200);
  });

  test("members notice nothing", async () => {
    const { browser } = await makeSignedIn(strict);
    expect((await browser.api.memberSettings.read()).status).toBe(200);
  });
});
