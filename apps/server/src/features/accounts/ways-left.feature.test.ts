import { randomUUID } from "node:crypto";
import { WAY_TRUSTED_DAYS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { readLink } from "../../testing/mails.ts";
import { addPasskey, makeWithPasskey, proveByPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { codeNow, nextCode, setUpFactor } from "../../testing/second-factor.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const DAY = 86_400_000;
const NEW_PASSWORD = "outra senha bem guardada";

type Browser = ReturnType<typeof world.browser>;

async function readEmail(id: string): Promise<string> {
  return (await world.owner.selectFrom("member").where("id", "=", id).select("email").executeTakeFirstOrThrow()).email;
}

async function askForReset(id: string): Promise<string> {
  const email = await readEmail(id);
  await world.browser().api.accounts.requestRecovery({ body: { email } });
  return (await readLink(world, email)).token;
}

const reset = (token: string) =>
  world
    .browser()
    .api.accounts.resetPassword({ body: { token, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD } });

const resetByMail = async (id: string) => reset(await askForReset(id));

async function signIn(id: string, password = NEW_PASSWORD, code?: string) {
  const browser = world.browser();
  const email = await readEmail(id);
  const body = { email, password, remember: false, ...(code !== undefined && { code }) };
  return { browser, reply: await browser.api.accounts.signIn({ body }) };
}

const openSessions = (memberId: string) =>
  world.owner
    .selectFrom("session")
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .select(["provedBy", "waySince"])
    .execute();

const passkeysOf = async ({ api }: Browser) => (await api.accounts.passkeys()).body.passkeys;

describe("[T84] a reset by mail", () => {
  test("switches off a key that was added lately, names it, and its member switches it on again or removes it", async () => {
    const { id, authenticator, passkeyId } = await makeWithPasskey(world);
    expect((await resetByMail(id)).body.waysLeft).toEqual([
      { kind: "key", name: expect.any(String), addedAt: expect.any(String), addedOn: expect.any(String), isOff: true },
    ]);
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect(await openSessions(id)).toEqual([]);

    const { browser } = await signIn(id);
    expect((await browser.api.accounts.session()).body.user?.proofs).toEqual(["password"]);
    expect((await proveByPasskey(browser, authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect(await passkeysOf(browser)).toMatchObject([{ id: passkeyId, isOff: true, isBlocked: false }]);
    expect((await browser.api.accounts.keepPasskey({ params: { id: passkeyId } })).status).toBe(200);
    expect(await passkeysOf(browser)).toMatchObject([{ id: passkeyId, isOff: false }]);
    expect((await signInByPasskey(world.browser(), authenticator)).status).toBe(200);
  });

  test("leaves on, and names, what was added earlier", async () => {
    const { id, authenticator } = await makeWithPasskey(world);
    world.pass(WAY_TRUSTED_DAYS * DAY);
    expect((await resetByMail(id)).body.waysLeft).toMatchObject([{ kind: "key", isOff: false }]);
    expect((await signInByPasskey(world.browser(), authenticator)).status).toBe(200);
  });

  test("switches off an app that was set up lately, with its recovery codes, until its member keeps it", async () => {
    const { id } = await makeMember(world.owner);
    const { secret, recoveryCodes } = await setUpFactor(world, await openBrowserOf(world, id));
    expect((await resetByMail(id)).body.waysLeft).toMatchObject([{ kind: "app", name: null, isOff: true }]);
    const { browser, reply } = await signIn(id);
    expect(reply.body.user.proofs).toEqual(["password"]);
    expect((await browser.api.accounts.ownFactor()).body).toMatchObject({ setUpAt: expect.any(String), isOff: true });
    for (const proof of [nextCode(world, secret), recoveryCodes[0] ?? ""])
      expect((await browser.api.accounts.prove({ body: { proof } })).failure.code).toBe("VALIDATION_ERROR");

    expect((await browser.api.accounts.keepFactor()).status).toBe(200);
    expect((await signIn(id)).reply.failure.code).toBe("AUTH_CODE_REQUIRED");
    world.pass(30_000);
    expect((await signIn(id, NEW_PASSWORD, codeNow(world, secret))).reply.status).toBe(200);
  });

  test("leaves no session of a key that signs in at the same moment", async () => {
    const { id, authenticator } = await makeWithPasskey(world);
    const token = await askForReset(id);
    const signInByKey = () => signInByPasskey(world.browser(), authenticator);
    const [byKey, byMail] = await race(world.owner, holdWrites("session"), [signInByKey, () => reset(token)]);
    expect([byKey.status, byMail.status]).toEqual([200, 200]);
    expect(await openSessions(id)).toEqual([]);
  });

  test("leaves the keys of staff on, because a mailbox must not be enough to take away a factor", async () => {
    const { id, authenticator } = await makeWithPasskey(world, { role: "admin" });
    expect((await resetByMail(id)).body.waysLeft).toMatchObject([{ kind: "key", isOff: false }]);
    expect((await signInByPasskey(world.browser(), authenticator)).status).toBe(200);
  });
});

describe("[T84] what a reset has switched off is switched on again", () => {
  test("only after a fresh proof, and only by its member", async () => {
    const { id, passkeyId } = await makeWithPasskey(world);
    const stranger = await openBrowserOf(world, (await makeMember(world.owner)).id);
    await resetByMail(id);
    for (const unknown of [passkeyId, randomUUID()])
      expect((await stranger.api.accounts.keepPasskey({ params: { id: unknown } })).failure.code).toBe("NOT_FOUND");
    expect((await stranger.api.accounts.keepFactor()).failure.code).toBe("NOT_FOUND");
    const { browser } = await signIn(id);
    world.pass(16 * 60_000);
    for (const reply of [
      await browser.api.accounts.keepPasskey({ params: { id: passkeyId } }),
      await browser.api.accounts.keepFactor(),
    ])
      expect(reply.failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect(await passkeysOf(browser)).toMatchObject([{ isOff: true }]);
  });
});

describe('[T84] each mail about a new way in holds "Não fui eu"', () => {
  async function expectDenial(id: string) {
    const { page, token } = await readLink(world, await readEmail(id));
    expect(page).toMatch(/\/nao-fui-eu$/);
    expect((await world.browser().api.accounts.denySignIn({ body: { token } })).status).toBe(200);
    expect(await openSessions(id)).toEqual([]);
  }

  test.each([
    ["a key", async (browser: Browser) => void (await addPasskey(browser))],
    ["an app", async (browser: Browser) => void (await setUpFactor(world, browser))],
    [
      "a password",
      async ({ api }: Browser) => {
        const body = { currentPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
        await api.accounts.changePassword({ body });
      },
    ],
    [
      "recovery codes",
      async (browser: Browser) => {
        await setUpFactor(world, browser);
        await browser.api.accounts.renewRecoveryCodes();
      },
    ],
  ])("of a member: %s", async (_, add) => {
    const { id } = await makeMember(world.owner);
    await add(await openBrowserOf(world, id));
    await expectDenial(id);
  });

  test.each([
    ["a key", async (browser: Browser) => void (await addPasskey(browser))],
    ["an app", async (browser: Browser) => void (await setUpFactor(world, browser))],
  ])("of a member of the staff: %s", async (_, add) => {
    const { id } = await makeMember(world.owner, { role: "admin" });
    await add(await openBrowserOf(world, id));
    await expectDenial(id);
  });
});

describe("a session says by which way in it was opened or last proven", () => {
  test("by the password, which is as old as the account until a mailed link sets it", async () => {
    const { id } = await makeMember(world.owner);
    await signIn(id, PASSWORD);
    expect(await openSessions(id)).toEqual([{ provedBy: "password", waySince: null }]);
    await resetByMail(id);
    const at = world.context.clock.now();
    await signIn(id);
    expect(await openSessions(id)).toEqual([{ provedBy: "password", waySince: expect.any(Date) }]);
    expect((await openSessions(id))[0]?.waySince?.getTime()).toBeLessThanOrEqual(at.getTime());
  });

  test("by a key, and then by the password", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world);
    await proveByPasskey(browser, authenticator);
    expect(await openSessions(id)).toEqual([{ provedBy: "key", waySince: expect.any(Date) }]);
    await browser.api.accounts.prove({ body: { proof: PASSWORD } });
    expect(await openSessions(id)).toEqual([{ provedBy: "password", waySince: null }]);
  });

  test("by the app", async () => {
    const { id } = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    const { secret } = await setUpFactor(world, browser);
    await browser.api.accounts.prove({ body: { proof: nextCode(world, secret) } });
    expect(await openSessions(id)).toMatchObject([{ provedBy: "app" }]);
  });
});
