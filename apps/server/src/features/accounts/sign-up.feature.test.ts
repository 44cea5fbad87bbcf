import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { consentTexts } from "@caramelo/contract/accounts/consents";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../start/config.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { listSpool, listStored, takeStock } from "../../testing/leftovers.ts";
import { newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const jpeg = new Blob([await readFile(new URL("../../../../../e2e/photos/ana-1.jpg", import.meta.url))]);
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);
const photos = [small, small];

const signUp = (changes: Parameters<typeof signUpForm>[0] = {}, sentPhotos: Blob[] = photos) =>
  world.browser().api.accounts.signUp({ body: signUpForm(changes), photos: sentPhotos });
const listPhotos = (memberId: string) =>
  world.db.selectFrom("photo").selectAll().where("memberId", "=", memberId).orderBy("position").execute();

describe("a sign-up", () => {
  test("[M4.03][M4.04][M3.01][D2.35][D4.02] makes the account, its profile as stated that day, and its opening in the ledger", async () => {
    const before = world.context.clock.now();
    const form = signUpForm({ name: " Ana  Clara ", age: 37, bio: " Um.\nDois. " });
    const reply = await signUp(form, [jpeg, small]);

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: expect.any(String), awaitsConfirmation: false });
    const memberId = reply.body.id;
    const profile = await world.db
      .selectFrom("profile")
      .selectAll()
      .where("memberId", "=", memberId)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      name: "Ana Clara",
      statedAge: 37,
      ageStatedOn: dayInBrazil(profile.createdAt),
      gender: "Feminino",
      cityId: 3_550_308,
      bio: "Um.\nDois.",
      lookingFor: form.lookingFor,
      role: "baby",
      isVerified: false,
      isAdmin: false,
      isActive: true,
      isWildcardCity: false,
      deactivatedAt: null,
      suspendedAt: null,
    });
    expect(profile.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(profile.updatedAt).toEqual(profile.createdAt);
    const entitlement = await world.db.selectFrom("entitlement").selectAll().where("memberId", "=", memberId).execute();
    const nothing = {
      tokens: 0,
      conversations: 0,
      premiumUntil: null,
      highlightedUntil: null,
      hasCourtesyPremium: false,
    };
    expect(entitlement).toEqual([{ memberId, ...nothing }]);
  });

  test("[M3.01][M3.02][D3.28] stores its photos in the order sent, the first as the main one, under paths that the server makes", async () => {
    const { body } = await signUp({}, [jpeg, small, small, small, small]);
    const rows = await listPhotos(body.id);
    expect(rows.map((row) => row.position)).toEqual([0, 1, 2, 3, 4]);
    expect(rows.map((row) => [row.width, row.height]).slice(1)).toEqual(Array(4).fill([200, 200]));
    expect(rows[0]?.width).toBeGreaterThan(200);
    const path = new RegExp(`^${body.id}/gallery/\\d{13}-[0-9a-f]{32}\\.webp$`);
    for (const row of rows) expect(row.fileName).toMatch(path);
    const storedFiles = (await listStored(world)).filter((file) => file.startsWith(body.id));
    const sizes = rows.flatMap(({ fileName }) =>
      [320, 960, 1920].map((size) => fileName.replace("webp", `${size}.webp`)),
    );
    expect(storedFiles).toEqual(sizes.sort());
    expect(await listSpool(world)).toEqual([]);
  });

  test("[M4.07] leaves the new member signed out but able to sign in", async () => {
    const browser = world.browser();
    const form = signUpForm();
    const reply = await browser.api.accounts.signUp({ body: form, photos });
    expect([...browser.jar.keys()]).toEqual([expect.stringContaining("caramelo-device")]);
    expect((await browser.api.accounts.session()).body.user).toBeNull();
    const [{ n } = { n: -1 }] = await world.db
      .selectFrom("session")
      .where("memberId", "=", reply.body.id)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .execute();
    expect(n).toBe(0);
    const signInAnswer = await browser.api.accounts.signIn({
      body: { email: form.email, password: PASSWORD, remember: false },
    });
    expect(signInAnswer.body.user).toMatchObject({
      id: reply.body.id,
      role: "baby",
      photoUrl: expect.stringContaining("/320?s="),
    });
  });

  test.each([
    ["Feminino", "baby"],
    ["Feminino", "mommy"],
    ["Masculino", "daddy"],
  ] as const)("[M4.04][D1.03] as %s and %s gives that role", async (gender, accountType) => {
    const { body } = await signUp({ gender, accountType });
    const row = await world.db.selectFrom("profile").select("role").where("memberId", "=", body.id).executeTakeFirst();
    expect(row).toEqual({ role: accountType });
  });

  test.each([
    ["Feminino", "daddy"],
    ["Masculino", "baby"],
    ["Masculino", "mommy"],
  ] as const)("[D1.03] as %s and %s is refused, by the database too", async (gender, accountType) => {
    const before = await takeStock(world);
    const reply = await signUp({ gender, accountType });
    expect([reply.status, reply.failure.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.failure.details?.fields).toEqual({ accountType: "Selecione seu tipo de conta" });
    expect(await takeStock(world)).toEqual(before);
    const change = world.owner.updateTable("profile").set({ gender, role: accountType }).execute();
    await expect(change).rejects.toThrow("profile_gender_fits_role");
  });

  test("[T52] stores one checkbox as two consents with version, hash and time, and marketing apart", async () => {
    const start = world.context.clock.now();
    const consentsOf = async (id: string) =>
      world.db.selectFrom("consent").selectAll().where("memberId", "=", id).orderBy("kind").execute();
    const keen = await consentsOf((await signUp({ acceptsMarketing: true })).body.id);
    const plain = await consentsOf((await signUp({ acceptsMarketing: false })).body.id);
    const consents = [consentTexts.marketing, consentTexts.sensitiveData, consentTexts.terms];
    expect(keen.map((row) => row.kind)).toEqual(["marketing", "sensitive_data", "terms"]);
    expect(plain.map((row) => row.kind)).toEqual(["sensitive_data", "terms"]);
    expect(keen.map((row) => row.textVersion)).toEqual(consents.map((text) => text.version));
    expect(keen.map((row) => row.textHash)).toEqual(
      consents.map(({ text }) => createHash("sha256").update(text).digest()),
    );
    for (const row of [...keen, ...plain]) {
      expect(row.revokedAt).toBeNull();
      expect(row.givenAt.getTime()).toBeGreaterThanOrEqual(start.getTime());
    }
  });

  test("logs nothing that was typed", async () => {
    const form = signUpForm({ name: "Nome Que Ninguém Registra", bio: "Segredo na bio." });
    await signUp(form);
    await signUp({ ...form, lookingFor: "" });
    const log = world.logged.join("\n");
    for (const secret of [form.email, form.password, form.name, form.bio]) expect(log).not.toContain(secret);
  });
});

describe("an e-mail that has an account", () => {
  const words = "Este email já está cadastrado. Tente fazer login ou use um email diferente.";

  test("[M4.08][D2.22] is refused with this text, whatever its case and blanks", async () => {
    const email = newEmail();
    await signUp({ email: email.toUpperCase() });
    for (const again of [email, ` ${email.toUpperCase()} `]) {
      const before = await takeStock(world);
      const reply = await signUp({ email: again });
      expect([reply.status, reply.failure.code, reply.failure.userMessage]).toEqual([409, "AUTH_USER_EXISTS", words]);
      expect(await takeStock(world)).toEqual(before);
    }
  });

  test("[M4.08] gets exactly one account from two sign-ups at once, complete and of one of them", async () => {
    const email = newEmail();
    const names = ["Ana", "Bia"];
    const signUps = names.map((name) => () => signUp({ email, name }));
    const replies = await race(world.owner, holdWrites("member"), signUps);
    const winner = replies.findIndex((reply) => reply.status === 200);
    expect(replies[1 - winner]?.failure.code).toBe("AUTH_USER_EXISTS");
    const rows = await world.db
      .selectFrom("member")
      .innerJoin("profile", "profile.memberId", "member.id")
      .where("email", "=", email)
      .select(["member.id", "profile.name"])
      .execute();
    expect(rows).toEqual([{ id: replies[winner]?.body.id, name: names[winner] }]);
    expect(await listPhotos(rows[0]?.id ?? "")).toHaveLength(2);
  });
});

describe("the limit of sign-ups", () => {
  test("[D2.40] is what the setting says for one address, 20 an hour by default", async () => {
    const configResult = readConfig({});
    expect(configResult.ok && configResult.config.limits.signUpAddress).toEqual({ points: 20, seconds: 3_600 });
    const strict = await openWorld({ LIMIT_SIGN_UP_ADDRESS: "2/3600" });
    const [firstBrowser, otherBrowser] = [strict.browser(), strict.browser()];
    const attempt = (from: typeof firstBrowser) => from.api.accounts.signUp({ body: signUpForm(), photos });
    // A form that is refused does not count as a sign-up.
    for (let at = 0; at < 3; at += 1) await firstBrowser.api.accounts.signUp({ body: signUpForm({ age: 17 }), photos });
    expect([(await attempt(firstBrowser)).status, (await attempt(firstBrowser)).status]).toEqual([200, 200]);

    const before = await takeStock(strict);
    const refusal = await attempt(firstBrowser);
    expect([refusal.status, refusal.failure.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(refusal.failure.userMessage).toBe("Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.");
    const seconds = Number(refusal.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await takeStock(strict)).toEqual(before);
    expect((await attempt(otherBrowser)).status).toBe(200);
  });
});
