import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { listCommonPasswords } from "../../platform/secrets/passwords.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { listTables } from "../../testing/leftovers.ts";
import { writeMultipart } from "../../testing/multipart.ts";
import { newEmail, signUpForm } from "../../testing/people.ts";
import { expectRefusal } from "../../testing/refusals.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const photo = await makePhoto({ format: "png", width: 200, height: 200 });
const photos = [new Blob([new Uint8Array(photo)]), new Blob([new Uint8Array(photo)])];
const photoPart = { name: "photos", filename: "foto.png", type: "image/png", content: photo };

/** Sends anything as the form, with two valid photos. */
function sendForm(form: unknown): Promise<Response> {
  const content = typeof form === "string" ? form : JSON.stringify(form);
  const request = writeMultipart([{ name: "data", content }, photoPart, photoPart]);
  return world.browser().raw("/api/accounts", { method: "POST", ...request });
}

async function refusedFields(form: unknown): Promise<Record<string, string>> {
  const failure = await expectRefusal(world, () => sendForm(form), "VALIDATION_ERROR");
  expect(failure.userMessage).toBe("Por favor, corrija os erros no formulário");
  return failure.details?.fields ?? {};
}

async function signUpProfile(changes: Parameters<typeof signUpForm>[0]) {
  const reply = await world.browser().api.accounts.signUp({ body: signUpForm(changes), photos });
  expect(reply.status).toBe(200);
  return world.db.selectFrom("profile").selectAll().where("memberId", "=", reply.body.id).executeTakeFirstOrThrow();
}

const long = (length: number) => "💛".repeat(length);
const email = (length: number) => `${"a".repeat(61)}@${"b.".repeat(95)}co${length > 254 ? "m" : ""}`;

// The rows of the table cite these as well, but only a title that is written out can be listed without running the file.
describe("[M5.07][M5.08][M5.09][M5.10][M5.11][M5.12][M5.13][M5.15][M5.16][M5.17] an invalid field", () => {
  test.each([
    ["[M5.07]", "email", undefined, "Email é obrigatório"],
    ["[M5.07]", "email", "  ", "Email é obrigatório"],
    ["[M5.07]", "email", "ana", "Email inválido"],
    ["[M5.07]", "email", "ana@exemplo", "Email inválido"],
    ["[M5.07]", "email", "ana clara@exemplo.com", "Email inválido"],
    ["[M5.07]", "email", "ana@exemplo.com\r\nBcc: todos@exemplo.com", "Email inválido"],
    ["[D2.33]", "email", email(255), "Email inválido"],
    ["[M5.07]", "email", ["ana@exemplo.com"], "Email é obrigatório"],
    ["[M5.07]", "password", undefined, "Senha é obrigatória"],
    ["[M5.07]", "password", "", "Senha é obrigatória"],
    ["[M5.07][T07]", "password", "x9$kQ", "A senha deve ter pelo menos 6 caracteres"],
    ["[M5.07][T07]", "password", "💛💛💛💛💛", "A senha deve ter pelo menos 6 caracteres"],
    ["[D2.13]", "password", "x".repeat(129), "A senha deve ter no máximo 128 caracteres"],
    ["[D2.14][T07]", "password", "123456", "Escolha uma senha menos comum."],
    ["[D2.14][T07]", "password", "PassWord", "Escolha uma senha menos comum."],
    ["[M5.08]", "passwordConfirmation", undefined, "Confirme sua senha"],
    ["[M5.08]", "passwordConfirmation", "", "Confirme sua senha"],
    ["[M5.09]", "passwordConfirmation", "um segredo de Teste", "As senhas não coincidem"],
    ["[M5.10]", "accountType", undefined, "Selecione seu tipo de conta"],
    ["[M5.10][T06]", "accountType", "admin", "Selecione seu tipo de conta"],
    ["[M5.11]", "name", undefined, "Nome é obrigatório"],
    ["[M5.11][D2.31]", "name", " \u200b\n ", "Nome é obrigatório"],
    ["[D2.31]", "name", long(61), "O nome deve ter no máximo 60 caracteres"],
    ["[M5.12]", "age", undefined, "Idade é obrigatória"],
    ["[M5.12]", "age", "24", "Idade é obrigatória"],
    ["[M5.12]", "age", 24.5, "Idade é obrigatória"],
    ["[M5.13]", "age", 17, "Você deve ter pelo menos 18 anos"],
    ["[M5.13]", "age", -24, "Você deve ter pelo menos 18 anos"],
    ["[M5.14]", "age", 100, "A idade deve ser no máximo 99 anos"],
    ["[M5.15]", "gender", undefined, "Gênero é obrigatório"],
    ["[M5.15][M3.01]", "gender", "feminino", "Gênero é obrigatório"],
    ["[M5.16]", "cityId", undefined, "Localização é obrigatória"],
    ["[M5.16]", "cityId", 1, "Localização é obrigatória"],
    ["[M5.16]", "cityId", "São Paulo, SP", "Localização é obrigatória"],
    ["[M5.17][T52]", "acceptsTerms", undefined, "Você deve aceitar os termos de uso"],
    ["[M5.17][T52]", "acceptsTerms", false, "Você deve aceitar os termos de uso"],
    ["[M5.17][T52]", "acceptsTerms", "true", "Você deve aceitar os termos de uso"],
    ["[M5.18][D2.32]", "bio", undefined, "Sobre você é obrigatório"],
    ["[M5.18][D2.32]", "bio", " \n\t ", "Sobre você é obrigatório"],
    ["[M5.18][D2.32]", "lookingFor", undefined, "Conte o que você busca"],
    ["[M5.18][D2.32]", "lookingFor", "\u3164", "Conte o que você busca"],
    ["[D2.32]", "bio", long(2_001), "Use no máximo 2.000 caracteres"],
    ["[D2.32]", "lookingFor", long(2_001), "Use no máximo 2.000 caracteres"],
    ["[T06]", "acceptsMarketing", "yes", "Valor inválido"],
    ["[T54]", "bio", "um\ud83d", "Valor inválido"],
  ])("%s %s as %j: %s", async (_ids, field, value, text) => {
    // Both passwords are changed, so that only one error appears.
    const both = field === "password" ? { passwordConfirmation: value || "x" } : {};
    expect(await refusedFields({ ...signUpForm(), ...both, [field]: value })).toEqual({ [field]: text });
  });

  test.each([
    ["a NUL", "A\0na"],
    ["a NUL alone", "\0"],
  ])("[T06] %s anywhere is refused", async (_what, value) => {
    for (const field of ["name", "bio", "email", "password", "accountType"]) {
      expect(await refusedFields({ ...signUpForm(), [field]: value })).toEqual({ body: "Valor inválido" });
    }
  });

  test.each([
    ["nothing", {}],
    ["null", null],
    ["a list", []],
    ["a text", '"texto"'],
    ["a number", "1e999"],
    ["1 MB of text", { ...signUpForm(), bio: "a".repeat(1_000_000) }],
    ["lists 30,000 deep", `{"name":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
    ["objects 8,000 deep", `{"name":${'{"a":'.repeat(8_000)}1${"}".repeat(8_000)}}`],
    ["an operator for a value", { ...signUpForm(), email: { $ne: "" } }],
    ["every field of a wrong type", Object.fromEntries(Object.keys(signUpForm()).map((key) => [key, { toString: 1 }]))],
  ])("[T06] a form that is %s is refused", async (_what, form) => {
    expect(Object.values(await refusedFields(form)).length).toBeGreaterThan(0);
  });
});

describe("a valid field", () => {
  test.each([18, 99])("[M5.14] may be an age of %i", async (age) => {
    expect((await signUpProfile({ age })).statedAge).toBe(age);
  });

  test("[D2.31][D2.32][T54] may be a text of the longest length after trimming, which is stored whole", async () => {
    const profile = await signUpProfile({ name: `  ${long(60)} `, bio: `${long(2_000)}\n`, lookingFor: "a" });
    expect(profile).toMatchObject({ name: long(60), bio: long(2_000), lookingFor: "a" });
  });

  test("[D2.33] may be an e-mail of 254 characters", async () => {
    await signUpProfile({ email: email(254) });
    expect(email(254)).toHaveLength(254);
  });

  test("[T54] that looks like a script is stored as text", async () => {
    const payload = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> {{7*7}} \${7*7} '; drop table member; --`;
    const profile = await signUpProfile({
      name: payload.slice(0, 60),
      bio: payload,
      lookingFor: "javascript:alert(1)",
    });
    expect(profile).toMatchObject({ name: payload.slice(0, 60), bio: payload, lookingFor: "javascript:alert(1)" });
  });

  test("[T54] loses bidirectional and zero-width characters, has its accents composed and keeps its emoji", async () => {
    const bio = "\u202eliga\u202c\u2066 pra\u200b mim\ufeff\nCafe\u0301 👩🏽\u200d🚀";
    const profile = await signUpProfile({ name: "Ma\u200bri\u00ada\n\u202eA", bio });
    expect(profile).toMatchObject({ name: "Maria A", bio: "liga pra mim\nCafé 👩🏽\u200d🚀" });
  });
});

/** Hundreds of requests would take minutes on a busy machine. */
const KEYS_AT_ONCE = 10;

describe("[T06] a key that the form does not have", () => {
  test("[T06] is refused, for every column of every table", async () => {
    const tables = [...(await listTables(world.owner)), "city"];
    const { rows } = await sql<{ columnName: string }>`
      select distinct column_name from information_schema.columns
      where table_schema = 'public' and table_name in (${sql.join(tables)}) order by 1`.execute(world.owner);
    const knownFields = new Set(Object.keys(signUpForm({ acceptsMarketing: true })));
    const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const columns = rows.map((row) => row.columnName);
    expect(columns).toEqual(
      expect.arrayContaining(["is_admin", "is_verified", "role", "tokens", "premium_until", "suspended_at"]),
    );
    const keys = [...new Set(columns.flatMap((column) => [column, camel(column)]))].filter(
      (key) => !knownFields.has(key),
    );
    const chosenKeys = eachKind(keys, (key) => `${/^(is|has)/.test(key)} ${key.includes("_")}`);
    for (let at = 0; at < chosenKeys.length; at += KEYS_AT_ONCE) {
      const unknownKeys = chosenKeys.slice(at, at + KEYS_AT_ONCE);
      const values = unknownKeys.map((key) => [key, /^(is|has)/.test(key) ? true : "admin"]);
      const refusals = unknownKeys.map((key) => [key, "Campo desconhecido"]);
      expect(await refusedFields({ ...signUpForm(), ...Object.fromEntries(values) })).toEqual(
        Object.fromEntries(refusals),
      );
    }
  });

  test.each([
    ["nested", (form: string) => form.replace("{", '{"profile":{"role":"admin","is_admin":true},')],
    ["a prototype", (form: string) => form.replace("{", '{"__proto__":{"isAdmin":true},')],
    ["a nested prototype", (form: string) => form.replace("{", '{"x":{"__proto__":{"isAdmin":true}},')],
    ["a constructor", (form: string) => form.replace("{", '{"constructor":{"prototype":{"isAdmin":true}},')],
    ["an empty key", (form: string) => form.replace("{", '{"":1,')],
  ])("[T06] %s: refused", async (_what, change) => {
    expect(Object.keys(await refusedFields(change(JSON.stringify(signUpForm()))))).toHaveLength(1);
    expect("isAdmin" in {}).toBe(false);
  });

  test("[T06][M4.03] counts once when it is given twice, and gives no special rights", async () => {
    const form = JSON.stringify({ ...signUpForm(), name: "Clara" }).replace("{", '{"name":"Ana",');
    const { id } = (await (await sendForm(form)).json()) as { id: string }; // a sign-up's answer
    const profile = await world.db
      .selectFrom("profile")
      .selectAll()
      .where("memberId", "=", id)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      name: "Clara",
      role: "baby",
      isAdmin: false,
      isVerified: false,
      isWildcardCity: false,
      isActive: true,
    });
  });
});

describe("the password of a sign-up", () => {
  test("[T07][D2.14] is refused when it is common, in any case, and nothing is stored", async () => {
    const anyCommon = fc.tuple(fc.constantFrom(...listCommonPasswords()), fc.boolean());
    await fc.assert(
      fc.asyncProperty(anyCommon, async ([word, isUpper]) => {
        const password = isUpper ? word.toUpperCase() : word;
        const fields = await refusedFields(signUpForm({ password }));
        expect(fields).toEqual({ password: "Escolha uma senha menos comum." });
      }),
      runs(150),
    );
  });

  test.each([
    ["64 letters", "aB3$".repeat(16)],
    ["128 letters", "aB3$".repeat(32)],
    ["128 emoji", long(128)],
    ["6 characters", "x9$kQ2"],
  ])("[T07][D2.13] a password of %s counts to the last character", async (_what, password) => {
    const address = newEmail();
    await signUpProfile({ email: address, password });
    const signIn = (attempt: string) =>
      world.browser().api.accounts.signIn({ body: { email: address, password: attempt, remember: false } });
    expect((await signIn(password)).status).toBe(200);
    const shorter = [...password].slice(0, -1).join("") + (password.length < 7 ? "x" : "");
    expect((await signIn(shorter)).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    const { passwordHash } = await world.db
      .selectFrom("member")
      .select("passwordHash")
      .where("email", "=", address)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toMatch(/^\$argon2id\$/);
  });
});
