import { randomUUID } from "node:crypto";
import { contract } from "@caramelo/contract/contract";
import { PASSKEYS_MAX } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { lockMember } from "../../base/members/member-queries.ts";
import { endSessionsOfMember } from "../../base/sessions/queries.ts";
import { type Changes, openAuthenticator } from "../../testing/authenticator.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readMails } from "../../testing/mails.ts";
import { makePasskeyRow } from "../../testing/passkey-rows.ts";
import { addPasskey, makeWithPasskey, proveByPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { setUpFactor } from "../../testing/second-factor.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { unkeyedHandleOf } from "./challenge-passkey.ts";
import { sweepPasskeyChallenges } from "./retention-jobs.ts";

const world = await openWorld();
const MINUTE = 60_000;

/** The session of a member, as if they had proved who they are an hour ago. */
async function ageProof(memberId: string): Promise<void> {
  const provedAt = new Date(world.context.clock.now().getTime() - 60 * MINUTE);
  await world.owner.updateTable("session").set({ provedAt }).where("memberId", "=", memberId).execute();
}

async function listKinds(memberId: string): Promise<string[]> {
  const { email } = await world.owner
    .selectFrom("member")
    .where("id", "=", memberId)
    .select("email")
    .executeTakeFirstOrThrow();
  return (await readMails(world, email)).map(({ kind }) => kind);
}

const listOwn = async ({ api }: ReturnType<typeof world.browser>) => (await api.accounts.passkeys()).body.passkeys;

describe("[D2.54] a member adds a passkey", () => {
  test("under the name of the device, gets a mail, and finds it in the list", async () => {
    const { id, browser } = await makeSignedIn(world);
    expect(await listOwn(browser)).toEqual([]);
    const { id: passkeyId, reply } = await addPasskey(browser);
    expect(reply.body.name).toBe("Navegador desconhecido");
    expect(await listOwn(browser)).toMatchObject([
      { id: passkeyId, name: reply.body.name, createdAt: expect.any(String), lastUsedAt: null, isBlocked: false },
    ]);
    expect(await listKinds(id)).toEqual(["passkey-added"]);
    expect((await browser.api.accounts.session()).body.user?.proofs).toEqual(["passkey", "password"]);
  });

  test("only after a fresh proof: the password, or a passkey", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world);
    await ageProof(id);
    expect((await browser.api.accounts.beginPasskey()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await browser.api.accounts.prove({ body: { proof: "nunca foi esta" } })).failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { proof: "Senha atual incorreta" } },
    });
    expect((await browser.api.accounts.beginPasskey()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    await browser.api.accounts.prove({ body: { proof: PASSWORD } });
    expect((await browser.api.accounts.beginPasskey()).status).toBe(200);
    await ageProof(id);
    expect((await proveByPasskey(browser, authenticator)).status).toBe(200);
    expect((await browser.api.accounts.beginPasskey()).status).toBe(200);
  });

  test("whose authenticator is asked not to make a second one", async () => {
    const { browser, authenticator } = await makeWithPasskey(world);
    const { excludeCredentials } = (await browser.api.accounts.beginPasskey()).body;
    expect(excludeCredentials).toEqual([{ id: authenticator.id, type: "public-key" }]);
    expect((await addPasskey(browser, authenticator)).reply.failure.code).toBe("PASSKEY_NOT_ADDED");
  });

  test("that knows them by a separate id, which is not the id of their profile", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
    const handleOf = async ({ browser }: typeof ana) => (await browser.api.accounts.beginPasskey()).body.user.id;
    expect(await handleOf(ana)).toBe(await handleOf(ana));
    expect(await handleOf(ana)).not.toBe(await handleOf(bia));
    expect(Buffer.from(await handleOf(ana), "base64url").toString("hex")).not.toContain(ana.id.replaceAll("-", ""));
    // The addresses of profiles contain ids. Without the key of the site, the name of an id cannot be found by trying.
    expect(await handleOf(ana)).not.toBe(unkeyedHandleOf(ana.id));
  });

  test("whose passkey holds the id that sites gave without a key, and who signs in with it as before", async () => {
    const { id, authenticator } = await makeWithPasskey(world);
    const signIn = (userHandle: string) => signInByPasskey(world.browser(), authenticator, { userHandle });
    expect((await signIn(unkeyedHandleOf(id))).body.user.id).toBe(id);
    expect((await signIn(unkeyedHandleOf(randomUUID()))).failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test(`but never more than ${PASSKEYS_MAX}, also at once`, async () => {
    const { id, browser } = await makeSignedIn(world);
    for (let madeCount = 1; madeCount < PASSKEYS_MAX; madeCount += 1) await makePasskeyRow(world.owner, id);
    const passkeys = await Promise.all(
      [1, 2].map(async () => {
        const options = (await browser.api.accounts.beginPasskey()).body;
        return openAuthenticator(browser.base).create(options);
      }),
    );
    const additions = passkeys.map((passkey) => () => browser.api.accounts.addPasskey({ body: { passkey } }));
    const replies = await race(world.owner, holdWrites("passkey"), additions);
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect((await browser.api.accounts.beginPasskey()).failure.code).toBe("PASSKEYS_FULL");
  });
});

describe("[T80] a new passkey is refused, and nothing is stored,", () => {
  async function attempt(changes: Changes, sizes: Parameters<typeof openAuthenticator>[1] = {}) {
    const { browser } = await makeSignedIn(world);
    const authenticator = openAuthenticator(browser.base, sizes);
    const options = (await browser.api.accounts.beginPasskey()).body;
    // The sender may write another id next to the attestation, such as one of an allowed length.
    const passkey = { ...authenticator.create(options, changes), ...(sizes.idLength !== undefined && { id: "AAAA" }) };
    const reply = await browser.api.accounts.addPasskey({ body: { passkey } });
    expect(await listOwn(browser)).toEqual([]);
    return reply;
  }

  test.each([
    ["made on another site", { origin: "https://caramelo.evil" }],
    ["made on another port", { origin: "http://127.0.0.1:1" }],
    ["made for another host", { rpId: "caramelo.evil" }],
    ["without the person being verified", { flags: 1 }],
    ["without the person being present", { flags: 4 }],
    ["of the kind that signs in", { type: "webauthn.get" }],
    ["for a challenge of its own", { challenge: Buffer.alloc(32).toString("base64url") }],
  ])("%s", async (_, changes) => {
    expect((await attempt(changes)).failure.code).toBe("PASSKEY_NOT_ADDED");
  });

  test.each([
    ["no id", { idLength: 0 }],
    ["an id of more than 1,023 bytes", { idLength: 1_024 }],
    ["a key of more than 2,048 bytes", { keyPadding: 2_000 }],
  ])("with %s", async (_, sizes) => {
    expect((await attempt({}, sizes)).failure.code).toBe("PASSKEY_NOT_ADDED");
    expect(world.logged.at(-1)).toContain('"reason":"size"');
  });

  test("and the log quotes nothing that the sender wrote", async () => {
    await attempt({ origin: "https://quoted.caramelo.evil" });
    expect(world.logged.at(-1)).toContain('"reason":"answer"');
    expect(world.logged.join()).not.toContain("quoted.caramelo.evil");
  });

  test("of a challenge that was used before, by a right answer or a wrong one", async () => {
    const { browser } = await makeSignedIn(world);
    const authenticator = openAuthenticator(browser.base);
    const options = (await browser.api.accounts.beginPasskey()).body;
    const add = (changes = {}) =>
      browser.api.accounts.addPasskey({ body: { passkey: authenticator.create(options, changes) } });
    expect((await add({ flags: 1 })).failure.code).toBe("PASSKEY_NOT_ADDED");
    expect((await add()).failure.code).toBe("PASSKEY_NOT_ADDED");
    expect(await listOwn(browser)).toEqual([]);
  });

  test("of a challenge of another session, of another purpose, or older than five minutes", async () => {
    const { id, browser } = await makeSignedIn(world);
    const otherBrowser = await openBrowserOf(world, id);
    const authenticator = openAuthenticator(browser.base);
    const begin = async (from: typeof browser) => (await from.api.accounts.beginPasskey()).body;
    const add = (options: Awaited<ReturnType<typeof begin>>) =>
      browser.api.accounts.addPasskey({ body: { passkey: authenticator.create(options) } });
    expect((await add(await begin(otherBrowser))).failure.code).toBe("PASSKEY_NOT_ADDED");
    const { challenge } = (await browser.api.accounts.beginPasskeyProof()).body;
    expect((await add({ ...(await begin(browser)), challenge })).failure.code).toBe("PASSKEY_NOT_ADDED");
    const options = await begin(browser);
    world.pass(5 * MINUTE);
    expect((await add(options)).failure.code).toBe("PASSKEY_NOT_ADDED");
    expect(await listOwn(browser)).toEqual([]);
  });

  test("of a challenge made on the password alone, after another session has added an authenticator app", async () => {
    const { id, browser } = await makeSignedIn(world);
    const options = (await browser.api.accounts.beginPasskey()).body;
    await setUpFactor(world, await openBrowserOf(world, id));
    const passkey = openAuthenticator(browser.base).create(options);
    expect((await browser.api.accounts.addPasskey({ body: { passkey } })).failure.code).toBe("PASSKEY_NOT_ADDED");
    expect(await listOwn(browser)).toEqual([]);
  });

  test("unless the proof was fresh when its challenge was made, however long the person takes for that", async () => {
    const { browser } = await makeSignedIn(world);
    world.pass(9 * MINUTE);
    const options = (await browser.api.accounts.beginPasskey()).body;
    world.pass(4 * MINUTE);
    const passkey = openAuthenticator(browser.base).create(options);
    expect((await browser.api.accounts.addPasskey({ body: { passkey } })).status).toBe(200);
  });

  test("with the certificate of a device, whose addresses are not loaded", async () => {
    const { browser } = await makeSignedIn(world);
    const authenticator = openAuthenticator(browser.base);
    for (const format of ["packed", "apple", "android-key", "fido-u2f", "tpm"]) {
      const options = (await browser.api.accounts.beginPasskey()).body;
      const statement = new Map<string, unknown>([["x5c", Buffer.from("no certificate")]]);
      const passkey = authenticator.create(options, {}, [format, statement]);
      expect((await browser.api.accounts.addPasskey({ body: { passkey } })).failure.code).toBe("PASSKEY_NOT_ADDED");
    }
    expect(world.logged.filter((line) => line.includes('"reason":"attestation"'))).toHaveLength(5);
  });

  test.each(["ended by the member", "ended while an owner resets the factor"])(
    "in a session that was %s",
    async (by) => {
      const isStaff = by !== "ended by the member";
      const { id, browser } = await makeSignedIn(world, isStaff ? { role: "admin" } : {});
      const { browser: owner } = await makeSignedIn(world, { role: "admin" });
      const options = (await browser.api.accounts.beginPasskey()).body;
      const passkey = openAuthenticator(browser.base).create(options);
      const holder = world.owner.transaction().execute(async (trx) => {
        await lockMember(trx, id);
        const reset = isStaff ? owner.api.accounts.resetFactor({ params: { id } }) : undefined;
        if (reset) await waitForLocks(world.owner, 1);
        const adding = browser.api.accounts.addPasskey({ body: { passkey } });
        await waitForLocks(world.owner, reset ? 2 : 1);
        if (!reset) await endSessionsOfMember(trx, id, new Date());
        return { adding, reset };
      });
      const { adding, reset } = await holder;
      expect((await reset)?.status ?? 200).toBe(200);
      expect((await adding).failure.code).toBe("PASSKEY_NOT_ADDED");
      expect(await world.owner.selectFrom("passkey").where("memberId", "=", id).select("id").execute()).toEqual([]);
    },
  );

  test("that is no answer of a browser at all", async () => {
    const { browser } = await makeSignedIn(world);
    for (const clientDataJson of [
      "AAAA",
      Buffer.from("null").toString("base64url"),
      Buffer.from("{}").toString("base64url"),
    ]) {
      const passkey = { id: "AAAA", clientDataJson, attestationObject: "AAAA" };
      expect((await browser.api.accounts.addPasskey({ body: { passkey } })).failure.code).toBe("PASSKEY_NOT_ADDED");
    }
    const { challenge } = (await browser.api.accounts.beginPasskey()).body;
    const clientData = JSON.stringify({ type: "webauthn.create", challenge, origin: browser.base });
    const passkey = {
      id: "AAAA",
      clientDataJson: Buffer.from(clientData).toString("base64url"),
      attestationObject: "AAAA",
    };
    expect((await browser.api.accounts.addPasskey({ body: { passkey } })).failure.code).toBe("PASSKEY_NOT_ADDED");
  });
});

describe("[D2.54] a member's passkey", () => {
  test("can be renamed, but not to an empty or an overlong name", async () => {
    const { browser, passkeyId } = await makeWithPasskey(world);
    const rename = (name: string) => browser.api.accounts.renamePasskey({ params: { id: passkeyId }, body: { name } });
    expect((await rename("  Meu\n celular ")).status).toBe(200);
    expect((await listOwn(browser))[0]?.name).toBe("Meu celular");
    expect((await rename(" ")).failure.details?.fields.name).toBe("Dê um nome à chave");
    expect((await rename("a".repeat(61))).failure.details?.fields.name).toBe("O nome pode ter no máximo 60 caracteres");
  });

  test("is removed only after a fresh proof and with a mail, and then opens nothing", async () => {
    const { id, browser, authenticator, passkeyId } = await makeWithPasskey(world);
    await ageProof(id);
    const remove = () => browser.api.accounts.removePasskey({ params: { id: passkeyId } });
    expect((await remove()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await signInByPasskey(world.browser(), authenticator)).status).toBe(200);
    await proveByPasskey(browser, authenticator);
    expect((await remove()).status).toBe(200);
    expect((await remove()).failure.code).toBe("NOT_FOUND");
    expect(await listKinds(id)).toEqual(["passkey-added", "passkey-removed"]);
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect((await browser.api.accounts.session()).body.user?.proofs).toEqual(["password"]);
  });

  test("[T18] can be neither renamed nor removed by somebody else, for whom it looks missing", async () => {
    const { browser, passkeyId } = await makeWithPasskey(world);
    const { browser: hers } = await makeSignedIn(world);
    const params = { id: passkeyId };
    expect((await hers.api.accounts.renamePasskey({ params, body: { name: "Minha" } })).failure.code).toBe("NOT_FOUND");
    expect((await hers.api.accounts.removePasskey({ params })).failure.code).toBe("NOT_FOUND");
    expect(await listOwn(browser)).toHaveLength(1);
    expect(await listOwn(hers)).toEqual([]);
  });
});

describe("[T80] a proof by a passkey is refused", () => {
  test("by the passkey of another member", async () => {
    const [ana, bia] = [await makeWithPasskey(world), await makeWithPasskey(world)];
    await ageProof(ana.id);
    const reply = await proveByPasskey(ana.browser, bia.authenticator);
    expect(reply.failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect((await ana.browser.api.accounts.beginPasskey()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await listOwn(bia.browser))[0]?.lastUsedAt).toBeNull();
  });

  test("for a challenge of another session or of a sign-in", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world);
    const otherBrowser = await openBrowserOf(world, id);
    for (const begin of [otherBrowser.api.accounts.beginPasskeyProof, browser.api.accounts.beginPasskeySignIn]) {
      const passkey = authenticator.get((await begin()).body);
      expect((await browser.api.accounts.proveByPasskey({ body: { passkey } })).failure.code).toBe(
        "AUTH_PASSKEY_REFUSED",
      );
    }
  });

  test("after ten wrong ones in a row, and after a right one they are forgotten", async () => {
    const { browser, authenticator } = await makeWithPasskey(world);
    const wrong = () => proveByPasskey(browser, authenticator, { flags: 1 });
    for (let time = 0; time < 3; time += 1) expect((await wrong()).failure.code).toBe("AUTH_PASSKEY_REFUSED");
    expect((await proveByPasskey(browser, authenticator)).status).toBe(200);
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 11; time += 1) codes.push((await wrong()).failure.code);
    expect(codes.at(0)).toBe("AUTH_PASSKEY_REFUSED");
    expect(codes.at(-1)).toBe("RATE_LIMIT_EXCEEDED");
  });

  test("unless the browser omits the id of its owner, which is allowed", async () => {
    const { browser, authenticator } = await makeWithPasskey(world);
    expect((await proveByPasskey(browser, authenticator, { userHandle: null })).status).toBe(200);
  });
});

test("challenges are stored as hashes, and swept once they can no longer be answered", async () => {
  const browser = world.browser();
  const { challenge } = (await browser.api.accounts.beginPasskeySignIn()).body;
  const rows = await world.owner.selectFrom("passkeyChallenge").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(challenge);
  world.pass(6 * MINUTE);
  await browser.api.accounts.beginPasskeySignIn();
  expect(await sweepPasskeyChallenges(world.context)).toBeGreaterThan(0);
  const leftChallenges = await world.owner.selectFrom("passkeyChallenge").select("expiresAt").execute();
  expect(leftChallenges.every(({ expiresAt }) => expiresAt > world.context.clock.now())).toBe(true);
  expect(leftChallenges.length).toBeGreaterThan(0);
});

test("[T58] every call about passkeys has the limit of what protects an account, or of a sign-in", () => {
  expect(contract.accounts.beginPasskeySignIn.limit).toMatchObject({ name: "passkeyChallenges", per: "address" });
  expect(contract.accounts.signInByPasskey.limit).toMatchObject({ name: "signInAddress", counts: "failures" });
});
