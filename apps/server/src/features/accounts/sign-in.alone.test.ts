import { randomBytes } from "node:crypto";
import { errorCatalogue, fieldTexts, fieldWords } from "@caramelo/contract/call/errors";
import { describe, expect, test, vi } from "vitest";
import { changePassword } from "../../base/members/member-queries.ts";
import { productSender } from "../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../platform/secrets/passwords.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { openWorld } from "../../testing/world.ts";

// Nearly all of the time of a sign-in is hashing, so the tests compare the calls of this native module.
const argon = vi.hoisted(() => ({ verified: [] as { hash: string; password: string }[] }));
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof import("@node-rs/argon2")>();
  return {
    ...real,
    verify: (hash: string, password: string) => {
      argon.verified.push({ hash, password });
      return real.verify(hash, password);
    },
  };
});

/** While the pool is full, a statement outside a transaction gets no connection. */
const pool = vi.hoisted(() => ({ isFull: false }));
vi.mock("./queries/accounts.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("./queries/accounts.ts")>();
  const getAccount: typeof real.getAccount = (db, memberId) => {
    if (pool.isFull && !db.isTransaction) throw new Error("timeout exceeded when trying to connect");
    return real.getAccount(db, memberId);
  };
  return { ...real, getAccount };
});

const world = await openWorld();
const credentials = (email: string, password = PASSWORD) => ({ email, password, remember: false });

const countSessions = async () => (await world.owner.selectFrom("session").select("id").execute()).length;

describe("the right password", () => {
  test("[T01] opens a session and answers the member, without any secret in the body", async () => {
    const member = await makeMember(world.owner, { role: "daddy", name: "Rui" });
    const browser = world.browser();
    const reply = await browser.api.accounts.signIn({ body: credentials(member.email) });

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      user: {
        id: member.id,
        email: member.email,
        name: "Rui",
        role: "daddy",
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        isNewcomer: true,
        isWelcomeDue: false,
        isVerified: false,
        ageGate: null,
        lacksConsent: false,
        erasesAt: null,
        isSuspended: false,
        isPremium: false,
        isHighlighted: false,
        balance: { tokens: 0, conversations: 0 },
        isAdmin: false,
        staff: null,
        photoUrl: null,
        preferences: { hasPopUps: true, hasSound: true, hasDiscreetTitles: false },
        proofs: ["password"],
        city: { id: 3_550_308, label: "São Paulo, SP" },
        discoveryFilter: null,
      },
      wasReactivated: false,
      invitesKey: false,
    });
    const [token = ""] = browser.jar.values();
    expect(JSON.stringify(reply.body)).not.toContain(token);
    expect((await browser.api.accounts.session()).body.user?.id).toBe(member.id);
  });

  test("[T01][T73] reads its answer before it commits, so that a pool that is full afterwards opens no second session", async () => {
    const member = await makeMember(world.owner);
    const sessionsBefore = await countSessions();
    pool.isFull = true;
    const reply = await world.browser().api.accounts.signIn({ body: credentials(member.email) });
    pool.isFull = false;
    expect(reply.status).toBe(200);
    expect((await countSessions()) - sessionsBefore).toBe(1);
  });

  test("works in any spelling of the e-mail, with other case or blanks around it", async () => {
    const member = await makeMember(world.owner);
    const email = `  ${member.email.toUpperCase()} `;
    expect((await world.browser().api.accounts.signIn({ body: credentials(email) })).status).toBe(200);
  });

  test("[D2.15] works also when it is a common one that was set before the list existed", async () => {
    const member = await makeMember(world.owner);
    await changePassword(world.db, member.id, await hashPassword("123456", productSender), new Date());
    expect((await world.browser().api.accounts.signIn({ body: credentials(member.email, "123456") })).status).toBe(200);
  });

  test("works however the keyboard composes its accents", async () => {
    const member = await makeMember(world.owner);
    await changePassword(
      world.db,
      member.id,
      await hashPassword("coração à vela".normalize("NFC"), productSender),
      new Date(),
    );
    const body = credentials(member.email, "coração à vela".normalize("NFD"));
    expect((await world.browser().api.accounts.signIn({ body })).status).toBe(200);
  });

  test("[D2.19][D2.18][M4.21][M5.06] reactivates a deactivated member, and says so once", async () => {
    const member = await makeMember(world.owner, { deactivatedAt: new Date() });
    const browser = world.browser();
    const back = await browser.api.accounts.signIn({ body: credentials(member.email) });

    expect(back).toMatchObject({ status: 200, body: { wasReactivated: true } });
    const profile = await world.db
      .selectFrom("profile")
      .select(["isActive", "deactivatedAt"])
      .where("memberId", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(profile).toEqual({ isActive: true, deactivatedAt: null });
    const again = await browser.api.accounts.signIn({ body: credentials(member.email) });
    expect(again.body.wasReactivated).toBe(false);
  });

  test.each([
    ["suspended", {}],
    ["suspended after having left", { deactivatedAt: new Date() }],
  ])("[M8.08][M5.06][D2.20][D2.18][T11] does not open for a member who is %s", async (_, facts) => {
    const member = await makeMember(world.owner, { suspendedAt: new Date(), ...facts });
    const before = await countSessions();
    const browser = world.browser();
    const reply = await browser.api.accounts.signIn({ body: credentials(member.email) });

    expect(reply.status).toBe(403);
    expect(reply.failure).toMatchObject({
      code: "PROFILE_NOT_FOUND",
      userMessage: "Perfil não encontrado ou conta inativa.",
    });
    expect(browser.jar.size).toBe(0);
    expect(await countSessions()).toBe(before);
    const profile = await world.db
      .selectFrom("profile")
      .select(["deactivatedAt", "suspendedAt"])
      .where("memberId", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(profile.suspendedAt).not.toBeNull();
    expect(profile.deactivatedAt === null).toBe(!("deactivatedAt" in facts));
  });
});

describe("the wrong password", () => {
  test.each(["active", "left", "suspended"])(
    "[M8.06][D2.21][T11] reveals nothing about an account that is %s",
    async (state) => {
      const member = await makeMember(world.owner, {
        ...(state === "left" && { deactivatedAt: new Date() }),
        ...(state === "suspended" && { suspendedAt: new Date() }),
      });
      const reply = await world.browser().api.accounts.signIn({ body: credentials(member.email, "outra senha") });
      expect(reply.status).toBe(401);
      expect(reply.failure).toEqual({
        code: "AUTH_INVALID_CREDENTIALS",
        message: "auth invalid credentials",
        userMessage: "Email ou senha incorretos. Verifique suas credenciais e tente novamente.",
        requestId: expect.any(String),
      });
      const profile = await world.db
        .selectFrom("profile")
        .select("isActive")
        .where("memberId", "=", member.id)
        .executeTakeFirstOrThrow();
      expect(profile.isActive).toBe(state === "active");
    },
  );

  test("[T08] gives the same answer for a known and an unknown e-mail, with the same work", async () => {
    const member = await makeMember(world.owner);
    const attempt = async (email: string) => {
      argon.verified.length = 0;
      const password = `errada ${randomBytes(8).toString("hex")}`;
      const reply = await world.browser().api.accounts.signIn({ body: credentials(email, password) });
      const { requestId, ...body } = reply.failure;
      expect(requestId).toBe(reply.headers.get("x-request-id"));
      return {
        shown: {
          status: reply.status,
          body,
          headers: [...reply.headers.keys()].sort(),
          length: reply.headers.get("content-length"),
        },
        // The parameters of the hash decide how long a verification takes.
        work: argon.verified.map((call) => [call.hash.split("$").slice(0, 4).join("$"), call.password === password]),
      };
    };
    const knownAttempt = await attempt(member.email);
    const unknown = await attempt(newEmail());
    expect(unknown).toEqual(knownAttempt);
    expect(knownAttempt.work).toEqual([["$argon2id$v=19$m=19456,t=2,p=1", true]]);
  });

  test("cannot be the one of the decoy hash for unknown e-mails", async () => {
    const body = credentials(newEmail(), "no account has this password");
    expect((await world.browser().api.accounts.signIn({ body })).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
  });

  test("keeps a session that the browser already has", async () => {
    const member = await makeMember(world.owner);
    const browser = world.browser();
    await browser.api.accounts.signIn({ body: credentials(member.email) });
    await browser.api.accounts.signIn({ body: credentials(member.email, "outra senha") });
    expect((await browser.api.accounts.session()).body.user?.id).toBe(member.id);
  });
});

describe("a form that is refused", () => {
  const filledForm = { email: "ana@exemplo.invalid", password: PASSWORD, remember: false };
  const fieldsOf = async (body: unknown) => {
    // A request can hold more than the types of the client allow.
    const reply = await world.browser().api.accounts.signIn({ body: body as typeof filledForm });
    expect(reply.status).toBe(400);
    expect(reply.failure.code).toBe("VALIDATION_ERROR");
    return reply.failure.details?.fields;
  };

  test.each([[{ email: "" }], [{ email: "   " }], [{ email: undefined }], [{ email: null }]])(
    "[M5.01] without an e-mail (%j)",
    async (change) => {
      expect(await fieldsOf({ ...filledForm, ...change })).toEqual({ email: "Email é obrigatório" });
    },
  );

  test.each([
    "ana",
    "ana@",
    "@exemplo.invalid",
    "ana@exemplo",
    "a b@exemplo.invalid",
    "ana@@exemplo.invalid",
    "ana@exemplo.invalid, rui@exemplo.invalid",
    `${"a".repeat(249)}@ab.cd`,
  ])("[M5.02][D2.33] with no e-mail address (%s)", async (email) => {
    expect(await fieldsOf({ ...filledForm, email })).toEqual({ email: "Email inválido" });
  });

  test.each([[{ password: "" }], [{ password: undefined }], [{ password: null }]])(
    "[M5.03] without a password (%j)",
    async (change) => {
      expect(await fieldsOf({ ...filledForm, ...change })).toEqual({ password: "Senha é obrigatória" });
    },
  );

  test.each(["12345", "     ", "🔑🔑🔑"])("[M5.04] with fewer than 6 characters (%s)", async (password) => {
    expect(await fieldsOf({ ...filledForm, password })).toEqual({
      password: "A senha deve ter pelo menos 6 caracteres",
    });
  });

  test("[D2.13] with more than 128 characters, which are never hashed", async () => {
    argon.verified.length = 0;
    expect(await fieldsOf({ ...filledForm, password: "a".repeat(129) })).toEqual({
      password: fieldTexts.passwordTooLong,
    });
    expect(argon.verified).toEqual([]);
  });

  test("[M5.05] names every invalid field at once, under the general message", async () => {
    const reply = await world.browser().api.accounts.signIn({ body: { email: "", password: "", remember: false } });
    expect(reply.failure.userMessage).toBe("Por favor, corrija os erros no formulário");
    expect(reply.failure.details?.fields).toEqual({ email: "Email é obrigatório", password: "Senha é obrigatória" });
  });
});

describe("an unexpected failure", () => {
  test("[M8.09][M3.07] has its own error text, and nobody is signed in", async () => {
    const member = await makeMember(world.owner);
    const before = await countSessions();
    const { db } = world.context;
    world.context.db = db.withSchema("nowhere");
    const browser = world.browser();
    const reply = await browser.api.accounts.signIn({ body: credentials(member.email) }).finally(() => {
      world.context.db = db;
    });
    expect(reply.status).toBe(500);
    expect(reply.failure).toEqual({
      code: "SIGNIN_UNEXPECTED_ERROR",
      message: "signin unexpected error",
      userMessage: "Erro inesperado ao fazer login. Tente novamente.",
      requestId: expect.any(String),
    });
    expect(browser.jar.size).toBe(0);
    expect(await countSessions()).toBe(before);
  });
});

describe("an admin", () => {
  test.each([
    ["in capitals", (email: string) => email.toUpperCase()],
    ["with blanks", (email: string) => ` ${email} `],
    ["with the invisible marks of a pasted one", (email: string) => `\u202A${email.replace("a", "a\u200B")}\u202C`],
    // U+212A lower-cases to an ordinary k.
    ["with a Kelvin sign", (email: string) => email.replace("k", "\u212A")],
  ])("[T03] is not made by taking the admin's e-mail %s: it is the same address", async (_, spell) => {
    const admin = await makeMember(world.owner, { role: "admin", email: `kapitao.${newEmail()}` });
    const rows = await world.db.selectFrom("member").select("id").where("email", "=", admin.email).execute();
    expect(rows).toHaveLength(1);
    const reply = await world.browser().api.accounts.signIn({ body: credentials(spell(admin.email)) });
    expect(reply.body.user).toMatchObject({ id: admin.id, isAdmin: true });
  });

  test.each([
    ["other dots", (email: string) => email.replace(".", "")],
    ["a Cyrillic letter", (email: string) => email.replace("a", "\u0430")],
    ["a dotless i", (email: string) => email.replace("i", "\u0131")],
    ["a full-width letter", (email: string) => email.replace("a", "\uFF41")],
    ["a tag", (email: string) => email.replace("@", "+x@")],
  ])("[T03] is not reached by the admin's e-mail with %s", async (_, spell) => {
    const admin = await makeMember(world.owner, { role: "admin", email: `ka.pitao.${newEmail()}` });
    const reply = await world.browser().api.accounts.signIn({ body: credentials(spell(admin.email)) });
    expect(["AUTH_INVALID_CREDENTIALS", "VALIDATION_ERROR"]).toContain(reply.failure.code);
  });

  test("[T03] is not a member with a lookalike of the admin's e-mail", async () => {
    const admin = await makeMember(world.owner, { role: "admin", email: `ka.pitao.${newEmail()}` });
    const lookalike = await makeMember(world.owner, { email: admin.email.replace("ka.p", "kap") });
    const reply = await world.browser().api.accounts.signIn({ body: credentials(lookalike.email) });
    expect(reply.body.user).toMatchObject({ id: lookalike.id, isAdmin: false, role: "baby" });
  });
});

describe("hostile input", () => {
  const ok = { email: "ana@exemplo.invalid", password: PASSWORD, remember: false };
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const json = { "content-type": "application/json" };
  const send = (payload: string | Buffer, headers: Record<string, string> = json, method = "POST") =>
    world
      .browser()
      .raw("/api/session", { method, headers, body: method === "GET" ? null : new Uint8Array(Buffer.from(payload)) });

  const bodies: [string, string][] = [
    ["an unknown key", JSON.stringify({ ...ok, isAdmin: true })],
    ["a key of the database", JSON.stringify({ ...ok, role: "admin", is_admin: true, member_id: 1 })],
    [
      "a key named __proto__",
      `{"email":"ana@exemplo.invalid","password":"123456","remember":false,"__proto__":{"isAdmin":true}}`,
    ],
    [
      "an escaped __proto__",
      `{"email":"ana@exemplo.invalid","password":"123456","remember":false,"\\u005f_proto__":{}}`,
    ],
    ["a constructor with a prototype", JSON.stringify({ ...ok, constructor: { prototype: { isAdmin: true } } })],
    ["toString as a key", JSON.stringify({ ...ok, toString: 1 })],
    ["an array", "[]"],
    ["an array of forms", JSON.stringify([ok])],
    ["a text", '"ana"'],
    ["a number", "1"],
    ["null", "null"],
    ["an e-mail that is a list", JSON.stringify({ ...ok, email: [ok.email] })],
    ["an e-mail that is an object", JSON.stringify({ ...ok, email: { $ne: null } })],
    ["a password that is a number", JSON.stringify({ ...ok, password: 123456 })],
    ["a password that is true", JSON.stringify({ ...ok, password: true })],
    ["remember as a text", JSON.stringify({ ...ok, remember: "true" })],
    ["remember left out", JSON.stringify({ email: ok.email, password: ok.password })],
    ["a NUL in the e-mail", JSON.stringify({ ...ok, email: "ana\0@exemplo.invalid" })],
    ["a NUL in the password", JSON.stringify({ ...ok, password: "123456\0" })],
    ["a NUL in a key", JSON.stringify({ ...ok, "a\0": 1 })],
    ["half a surrogate pair", `{"email":"ana@exemplo.invalid","password":"\\ud83d12345","remember":false}`],
    ["nesting without end", `{"email":${deep(9_000)},"password":"123456","remember":false}`],
    ["brackets without end", `{"email":${"[".repeat(30_000)}${"]".repeat(30_000)},"password":"123456"}`],
    ["a text of 1 MB", JSON.stringify({ ...ok, password: "a".repeat(1_048_576) })],
    ["broken JSON", '{"email":'],
    ["two documents", "{}{}"],
    ["nothing", ""],
    ["blanks", "   "],
    ["broken UTF-8", '{"email":"\u00ff\u00fe"}'],
  ];
  test.each(bodies)("%s is refused in Portuguese and changes nothing", async (_, payload) => {
    const before = await countSessions();
    const reply = await send(payload);
    const body = await readFailure(reply);
    expect(reply.status).toBe(400);
    expect(body.code).toBe("VALIDATION_ERROR");
    expect(body.userMessage).toBe(errorCatalogue.VALIDATION_ERROR.text);
    expect(body.requestId).toBe(reply.headers.get("x-request-id"));
    for (const text of Object.values(body.details?.fields ?? {})) expect(fieldWords.has(text)).toBe(true);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await countSessions()).toBe(before);
  });

  test("bytes that are not UTF-8 are refused as text", async () => {
    const payload = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]);
    expect((await send(payload)).status).toBe(400);
  });

  test("unknown keys are named in the answer, up to a number and a length", async () => {
    // The server reads at most 20 values more than the call's schema has, and refuses a bigger body as a whole.
    const keys = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}${"k".repeat(100)}`, 1]));
    const { details } = await readFailure(await send(JSON.stringify({ ...ok, ...keys })));
    const namedFields = Object.keys(details?.fields ?? {});
    expect(namedFields).toHaveLength(20);
    for (const key of namedFields) expect(key.length).toBeLessThanOrEqual(60);
  });

  test.each([
    ["urlencoded", "application/x-www-form-urlencoded", "email=ana%40exemplo.invalid&password=123456&remember=false"],
    [
      "multipart",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n--x--\r\n',
    ],
    ["JSON as text", "text/plain", JSON.stringify(ok)],
    ["JSON as nothing", "application/octet-stream", JSON.stringify(ok)],
    ["JSON as XML", "text/xml", JSON.stringify(ok)],
    ["JSON in a hidden list of types", "text/plain, application/json", JSON.stringify(ok)],
  ])("[T10] a body that is %s opens no session", async (_, type, payload) => {
    const member = await makeMember(world.owner);
    const reply = await send(payload.replace(ok.email, member.email).replace("123456", PASSWORD), {
      "content-type": type,
    });
    expect(reply.status).toBe(400);
    expect((await readFailure(reply)).code).toBe("VALIDATION_ERROR");
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});
