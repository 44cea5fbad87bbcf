import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { runJobs } from "../../testing/jobs.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const photo = new Blob([new Uint8Array(await makePhoto({ format: "jpeg", width: 300, height: 400 }))]);
const otherPhoto = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 400, height: 300 }))]);
let staff: Awaited<ReturnType<typeof openBrowserOf>>;
let staffId: string;

beforeAll(async () => {
  ({ id: staffId } = await makeMember(world.owner, { role: "admin" }));
  staff = await openBrowserOf(world, staffId);
});

type Body = NonNullable<Parameters<typeof staff.api.accounts.createManaged>[0]>["body"];

async function formOf(changes: Partial<Body> = {}): Promise<Body> {
  const { city, face: _, photos: __, ...person } = (await staff.api.accounts.drawPerson()).body;
  return { ...person, cityId: city.id, ...changes };
}
const create = async (changes: Partial<Body> = {}) => {
  const body = await formOf(changes);
  const { id } = (await staff.api.accounts.createManaged({ body, photos: [photo, otherPhoto] })).body;
  return { id, body };
};
const send = async (changes: Partial<Body>, photos = [photo, otherPhoto]) =>
  staff.api.accounts.createManaged({ body: await formOf(changes), photos });

const profileOf = (memberId: string) =>
  world.db.selectFrom("profile").selectAll().where("memberId", "=", memberId).executeTakeFirstOrThrow();
const auditOf = (subjectId: string) =>
  world.owner.selectFrom("auditEntry").selectAll().where("subjectId", "=", subjectId).orderBy("id").execute();

describe("[K2.66][K9.05] a made-up person", () => {
  test("[D3.23][D3.21][T14] has a reserved address and a random password, and is another one each time", async () => {
    const [firstPerson, two] = [
      (await staff.api.accounts.drawPerson()).body,
      (await staff.api.accounts.drawPerson()).body,
    ];
    for (const { email, password } of [firstPerson, two]) {
      expect(email).toMatch(/^[a-z.]+\.[0-9a-f]{6}@exemplo\.invalid$/);
      expect(password).toMatch(/^[\w-]{16}$/);
    }
    expect(firstPerson.email).not.toBe(two.email);
    expect(firstPerson.password).not.toBe(two.password);
  });

  test("has drawn pictures, for the staff alone", async () => {
    const { face, accountType, age } = (await staff.api.accounts.drawPerson()).body;
    const path = `/api/admin/quick-person/${face}/photos/0?role=${accountType}&age=${age}`;
    const reply = await staff.raw(path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const { browser } = await makeSignedIn(world);
    // To anybody else the picture seems to be missing.
    expect((await browser.raw(path)).status).toBe(404);
  });
});

describe("[K7.05] quick creation", () => {
  test("[K2.67][D3.21][D3.24] makes a managed account with its photos, unverified and in the last tier", async () => {
    const { id, body } = await create();
    expect(await profileOf(id)).toMatchObject({
      name: body.name,
      role: body.accountType,
      cityId: body.cityId,
      bio: body.bio,
      isManaged: true,
      isVerified: false,
      tier: 3,
      isActive: true,
    });
    const photos = await world.db
      .selectFrom("photo")
      .selectAll()
      .where("memberId", "=", id)
      .orderBy("position")
      .execute();
    expect(photos.map(({ width, height }) => [width, height])).toEqual([
      [300, 400],
      [400, 300],
    ]);
    expect(await world.db.selectFrom("consent").where("memberId", "=", id).select("kind").execute()).toEqual([]);
    expect(await world.db.selectFrom("entitlement").where("memberId", "=", id).select("tokens").execute()).toEqual([]);
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({ action: "profile.created", actorId: staffId, details: { isInvited: false } }),
    ]);
    expect(await readMails(world, body.email)).toEqual([]);
  });

  test("[T14] stores no password that two people know: each is the form's own, and opens nothing", async () => {
    const { body } = await create();
    const { email, password } = body;
    const guest = world.browser().api.accounts;
    expect((await guest.signIn({ body: { email, password, remember: false } })).failure.code).toBe("PROFILE_UNCLAIMED");
    const wrong = await guest.signIn({ body: { email, password: "outra coisa", remember: false } });
    expect(wrong.failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    await guest.requestRecovery({ body: { email } });
    expect(await readMails(world, email)).toEqual([]);
  });

  test("[T44][D3.24] is visible, and can be neither messaged nor paid for", async () => {
    const { id } = await create({ gender: "Masculino", accountType: "daddy" });
    const { browser } = await makeSignedIn(world);
    const { body } = await browser.api.profiles.read({ params: { id } });
    expect(body).toMatchObject({ isManaged: true, isVerified: false, isPremium: false, isPromoted: false });
    const sendAnswer = await browser.api.messaging.send({
      params: { memberId: id },
      body: { clientId: crypto.randomUUID(), text: "oi" },
    });
    expect(sendAnswer.status).toBe(403);
    for (const call of [staff.api.officeMembers.staffVerify, staff.api.officeMembers.staffPremium])
      expect((await call({ body: { ids: [id], isOn: true } })).body.refused).toEqual([{ id, why: "managed" }]);
    const courtesy = { requestId: crypto.randomUUID(), tokens: 5, reason: "teste" };
    const grantAnswer = await staff.api.billing.grantCourtesy({ params: { id }, body: courtesy });
    expect(grantAnswer.failure.code).toBe("NOT_FOUND");
  });

  test("[K8.13] refuses an address that has an account", async () => {
    const { email } = await makeMember(world.owner);
    expect((await send({ email })).failure.details?.fields).toEqual({ email: "Este email já está cadastrado." });
  });

  test.each([
    ["e-mail", { email: " " }, { email: "Email é obrigatório" }],
    ["e-mail of another form", { email: "sem arroba" }, { email: "Email inválido" }],
    ["password", { password: "" }, { password: "Senha é obrigatória" }],
    ["short password", { password: "12345" }, { password: "A senha deve ter pelo menos 6 caracteres" }],
    ["name", { name: " " }, { name: "Nome é obrigatório" }],
    ["age", { age: 17 }, { age: "Usuário deve ter pelo menos 18 anos" }],
    ["bio", { bio: " " }, { bio: "Biografia é obrigatória" }],
    ["what is sought", { lookingFor: " " }, { lookingFor: 'Campo "Buscando" é obrigatório' }],
    ["location", { cityId: 1 }, { cityId: "Localização é obrigatória" }],
    ["account type", { gender: "Feminino", accountType: "daddy" }, { accountType: "Tipo de conta é obrigatório" }],
    [
      "address for an invitation",
      { email: "ana@exemplo.invalid", sendsInvitation: true },
      { email: "Para enviar o convite, escreva um e-mail de verdade" },
    ],
  ] as const)("[K5.11][K5.12][K5.13][K5.14][D3.23] refuses a form without a good %s", async (_, changes, fields) => {
    expect((await send(changes)).failure.details?.fields).toEqual(fields);
  });

  test("[K5.15][K5.16] refuses fewer than two photos, and files that are no photos", async () => {
    expect((await send({}, [photo])).failure.details?.fields).toEqual({ photos: "Adicione pelo menos 2 fotos" });
    const text = new Blob(["olá"], { type: "image/jpeg" });
    expect((await send({}, [photo, text])).failure.code).toBe("FILE_INVALID_TYPE");
  });

  test("[K6.04] is the owner's: neither a member nor a moderator makes users", async () => {
    const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    const member = await makeSignedIn(world);
    for (const { browser } of [moderator, member]) {
      const { failure } = await browser.api.accounts.createManaged({
        body: await formOf(),
        photos: [photo, otherPhoto],
      });
      expect(failure.userMessage).toBe("Acesso negado: apenas administradores podem executar esta ação");
    }
  });
});

describe("[K8.14] quick creation that fails", () => {
  test("says so when no user came back, and otherwise asks to try again", async () => {
    const onMember = (trigger: string, body: string) => sql`
      create or replace function ${sql.raw(trigger)}() returns trigger language plpgsql as ${sql.lit(body)}`;
    await onMember("keep_nothing", "begin return null; end").execute(world.owner);
    await onMember("fail_once", "begin raise exception 'disk full' using errcode = '53100'; end").execute(world.owner);
    await sql`create trigger keeps before insert on member execute function fail_once()`.execute(world.owner);
    const sendFailure = (await send({})).failure;
    await sql`drop trigger keeps on member`.execute(world.owner);
    expect([sendFailure.code, sendFailure.userMessage]).toEqual([
      "USER_CREATION_ERROR",
      "Erro ao criar usuário. Tente novamente.",
    ]);
    await sql`create trigger keeps before insert on member for each row execute function keep_nothing()`.execute(
      world.owner,
    );
    const without = (await send({})).failure;
    await sql`drop trigger keeps on member`.execute(world.owner);
    expect([without.code, without.userMessage]).toEqual(["USER_NO_ID", "Erro ao criar usuário"]);
    expect((await send({})).status).toBe(200);
  });
});

describe("[D3.22] taking over a managed profile", () => {
  const claimForm = (token: string, changes: object = {}) => ({
    token,
    password: "minha senha nova",
    passwordConfirmation: "minha senha nova",
    age: 31,
    acceptsTerms: true as const,
    ...changes,
  });

  test("works once by the mailed link, with an own password, the consents and the age", async () => {
    const email = newEmail().replace(".invalid", ".com");
    const { id } = await create({ email, sendsInvitation: true, gender: "Masculino", accountType: "daddy" });
    const mails = await readMails(world, email);
    expect(mails.map(({ kind }) => kind)).toEqual(["invitation"]);
    const { page, token } = await readLink(world, email);
    expect(page).toMatch(/\/assumir-perfil$/);
    const guest = world.browser().api.accounts;
    const name = (await profileOf(id)).name;
    expect((await guest.checkClaim({ body: { token } })).body).toEqual({ name, email });
    expect((await guest.claim({ body: claimForm(token) })).status).toBe(200);

    expect(await profileOf(id)).toMatchObject({ isManaged: false, tier: 2, statedAge: 31 });
    const consents = await world.db.selectFrom("consent").where("memberId", "=", id).select("kind").execute();
    expect(consents.map(({ kind }) => kind).sort()).toEqual(["sensitive_data", "terms"]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["profile.created", "profile.claimed"]);
    const signedIn = await guest.signIn({ body: { email, password: "minha senha nova", remember: false } });
    expect(signedIn.body.user).toMatchObject({ id, isWelcomeDue: true, balance: { tokens: 0, conversations: 0 } });
    expect((await guest.claim({ body: claimForm(token) })).failure.code).toBe("CLAIM_LINK_INVALID");
    expect((await guest.checkClaim({ body: { token } })).failure.code).toBe("CLAIM_LINK_INVALID");
    const again = await staff.api.accounts.inviteToClaim({ params: { id } });
    expect(again.failure.code).toBe("PROFILE_CLAIMED");
  });

  test("needs the consents, an adult and a password of some strength", async () => {
    const email = newEmail().replace(".invalid", ".com");
    await create({ email, sendsInvitation: true });
    const { token } = await readLink(world, email);
    const { claim } = world.browser().api.accounts;
    const fieldsOf = async (changes: object) =>
      (await claim({ body: claimForm(token, changes) })).failure.details?.fields;
    expect(await fieldsOf({ acceptsTerms: false })).toEqual({ acceptsTerms: "Você deve aceitar os termos de uso" });
    expect(await fieldsOf({ age: 17 })).toEqual({ age: "Você deve ter pelo menos 18 anos" });
    const common = { password: "123456", passwordConfirmation: "123456" };
    expect(await fieldsOf(common)).toEqual({ password: "Escolha uma senha menos comum." });
  });

  test("is invited again by the staff, which makes the link before invalid", async () => {
    const email = newEmail().replace(".invalid", ".com");
    const { id } = await create({ email });
    expect(await readMails(world, email)).toEqual([]);
    await staff.api.accounts.inviteToClaim({ params: { id } });
    const first = await readLink(world, email);
    await staff.api.accounts.inviteToClaim({ params: { id } });
    await runJobs(world);
    const { checkClaim } = world.browser().api.accounts;
    expect((await checkClaim({ body: { token: first.token } })).failure.code).toBe("CLAIM_LINK_INVALID");
    const second = await readLink(world, email);
    expect((await checkClaim({ body: { token: second.token } })).status).toBe(200);
  });

  test("is not mailed to a generated address", async () => {
    const { id, body } = await create();
    const { failure } = await staff.api.accounts.inviteToClaim({ params: { id } });
    expect(failure.details?.fields).toEqual({ email: "Para enviar o convite, escreva um e-mail de verdade" });
    expect(await readMails(world, body.email)).toEqual([]);
  });

  test("[D3.23] reveals no earlier measure, because the address may be anybody's", async () => {
    const email = newEmail().replace(".invalid", ".com");
    const { id } = await create({ email });
    await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: false, reason: "engano" } });
    await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: true } });
    expect(await readMails(world, email)).toEqual([]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "profile.created",
      "member.suspended",
      "member.reinstated",
    ]);
  });

  test("[T44] ends nothing that a suspension began", async () => {
    const email = newEmail().replace(".invalid", ".com");
    const { id } = await create({ email, sendsInvitation: true });
    const { token } = await readLink(world, email);
    await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: false, reason: "engano" } });
    const { claim } = world.browser().api.accounts;
    expect((await claim({ body: claimForm(token) })).failure.code).toBe("CLAIM_LINK_INVALID");
  });

  test("is final: the database refuses a manager for a claimed profile", async () => {
    const { id } = await makeMember(world.owner);
    const managing = world.db.updateTable("profile").set({ isManaged: true }).where("memberId", "=", id).execute();
    await expect(managing).rejects.toThrow("a claimed profile cannot be managed");
  });
});
