import { adminMessages } from "@caramelo/contract/texts/admin";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { runJobs } from "../../testing/jobs.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeWithPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { pickAbout } from "../profiles/rules.ts";

const world = await openWorld();
let staff: Awaited<ReturnType<typeof openBrowserOf>>;
let staffId: string;

beforeAll(async () => {
  ({ id: staffId } = await makeMember(world.owner, { role: "admin" }));
  staff = await openBrowserOf(world, staffId);
});

const profileOf = (memberId: string) =>
  world.db.selectFrom("profile").selectAll().where("memberId", "=", memberId).executeTakeFirstOrThrow();
const auditOf = (subjectId: string) =>
  world.owner
    .selectFrom("auditEntry")
    .selectAll()
    .where("subjectId", "=", subjectId)
    // Opening the form of a member leaves this row.
    .where("action", "<>", "member.read")
    .orderBy("id")
    .execute();
const open = async (id: string) => (await staff.api.officeMembers.staffUser({ params: { id } })).body;

/** The form of a member as the screen opens it. */
async function formOf(id: string) {
  const { name, email, age, gender, role, cityId, updatedAt, ...user } = await open(id);
  const { isVerified, isPremium, isActive, isWildcardCity } = user;
  const switches = { isVerified, isPremium, isActive, isWildcardCity };
  return { name, email, age, gender, accountType: role, cityId, ...pickAbout(user), updatedAt, ...switches };
}
const edit = async (id: string, changes: Partial<Awaited<ReturnType<typeof formOf>>> & { reason?: string } = {}) =>
  staff.api.officeMembers.staffEditUser({ params: { id }, body: { ...(await formOf(id)), ...changes } });

describe("[K4.06][K6.06] the staff's switches", () => {
  test("[D5.05][D5.07] verify a member, by the staff and not as age assurance", async () => {
    const { id } = await makeMember(world.owner);
    const { body } = await staff.api.officeMembers.staffVerify({
      body: { ids: [id], isOn: true, reason: "vi ao vivo" },
    });
    expect(body).toEqual({ changed: [id], unchanged: [], refused: [] });
    expect(await profileOf(id)).toMatchObject({ isVerified: true, tier: 1 });
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({
        actorId: staffId,
        action: "profile.verified",
        details: { by: "team", reason: "vi ao vivo" },
      }),
    ]);
    await staff.api.officeMembers.staffVerify({ body: { ids: [id], isOn: false } });
    expect(await profileOf(id)).toMatchObject({ isVerified: false, tier: 2 });
  });

  test("[D4.24] give premium without an end by the ledger, and leave what was paid for", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const premium = (isOn: boolean) => staff.api.officeMembers.staffPremium({ body: { ids: [id], isOn } });
    expect((await premium(true)).body.changed).toEqual([id]);
    expect(await open(id)).toMatchObject({ isPremium: true, isPremiumPaid: false });
    expect((await premium(false)).body.changed).toEqual([id]);
    expect(await open(id)).toMatchObject({ isPremium: false });
    await grant(world.owner, { id }, { premiumUntil: new Date(Date.now() + 86_400_000) });
    expect((await premium(false)).body.refused).toEqual([{ id, why: "paid" }]);
    expect(await open(id)).toMatchObject({ isPremium: true, isPremiumPaid: true });
    const kinds = await world.db.selectFrom("ledgerEntry").where("memberId", "=", id).select("kind").execute();
    expect(kinds.filter(({ kind }) => kind === "courtesy")).toHaveLength(2);
  });

  test("show a member in a wildcard city, and in their own again", async () => {
    const { id } = await makeMember(world.owner);
    await staff.api.officeMembers.staffWildcard({ body: { ids: [id], isOn: true } });
    expect((await profileOf(id)).isWildcardCity).toBe(true);
    await staff.api.officeMembers.staffWildcard({ body: { ids: [id], isOn: false } });
    expect((await profileOf(id)).isWildcardCity).toBe(false);
  });

  test("[D5.06][T11][T59] suspend with a reason: sessions, live connections and mailed links end, and signing in does not help", async () => {
    const { id, browser } = await makeSignedIn(world);
    const { email } = await open(id);
    const live = await openLiveSocket(browser);
    await browser.api.accounts.requestRecovery({ body: { email } });
    const { token } = await readLink(world, email);
    const noReason = await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: false } });
    expect(noReason.failure.details?.fields).toEqual({ reason: "Escreva o motivo" });
    await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: false, reason: "golpe" } });
    expect(await live.closed).toBe(4401);
    expect((await browser.api.profiles.mine()).failure.code).toBe("AUTH_SESSION_EXPIRED");
    const guest = world.browser();
    const signIn = () => guest.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect((await signIn()).failure.code).toBe("PROFILE_NOT_FOUND");
    expect((await guest.api.accounts.checkRecovery({ body: { token } })).failure.code).toBe("RESET_LINK_INVALID");
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({ action: "member.suspended", details: expect.objectContaining({ reason: "golpe" }) }),
    ]);
    await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: true } });
    expect((await signIn()).status).toBe(200);
  });

  test("need a fresh proof for several members at once, and change nobody without one", async () => {
    const [first, second] = [await makeMember(world.owner), await makeMember(world.owner)];
    const admin = await makeMember(world.owner, { role: "admin" });
    const browser = await openBrowserOf(world, admin.id);
    const provedAt = new Date(world.context.clock.now().getTime() - 11 * 60_000);
    await world.owner.updateTable("session").set({ provedAt }).where("memberId", "=", admin.id).execute();
    const suspend = (...ids: string[]) =>
      browser.api.officeMembers.staffActivate({ body: { ids, isOn: false, reason: "golpe" } });
    expect((await suspend(first.id, second.id)).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await open(first.id)).isActive).toBe(true);
    expect((await suspend(first.id)).body.changed).toEqual([first.id]);
  });

  test("change several members at once and say of each what happened", async () => {
    const plainMember = await makeMember(world.owner);
    const verifiedMember = await makeMember(world.owner, { isVerified: true });
    const managed = await makeMember(world.owner, { isManaged: true });
    const ids = [plainMember.id, verifiedMember.id, managed.id, staffId];
    const { body } = await staff.api.officeMembers.staffVerify({ body: { ids: [...ids, plainMember.id], isOn: true } });
    expect(body).toEqual({
      changed: [plainMember.id],
      unchanged: [verifiedMember.id],
      refused: [
        { id: managed.id, why: "managed" },
        { id: staffId, why: "missing" },
      ],
    });
    expect(await auditOf(verifiedMember.id)).toEqual([]);
  });

  test("[T11] end the connections of everybody who was suspended before one of several failed", async () => {
    const first = await makeSignedIn(world);
    const second = await makeMember(world.owner);
    const live = await openLiveSocket(first.browser);
    await sql`
      create function refuse_suspending() returns trigger language plpgsql as $$
      begin raise exception 'disk full' using errcode = '53100'; end $$`.execute(world.owner);
    await sql`
      create trigger refuses before update of suspended_at on profile for each row
      when (new.member_id = ${sql.lit(second.id)}) execute function refuse_suspending()`.execute(world.owner);
    const body = { ids: [first.id, second.id], isOn: false, reason: "golpe" };
    const { failure } = await staff.api.officeMembers.staffActivate({ body });
    await sql`drop trigger refuses on profile`.execute(world.owner);
    expect(failure.code).toBe("SERVER_ERROR");
    expect(await live.closed).toBe(4401);
    expect((await profileOf(second.id)).suspendedAt).toBeNull();
  });

  test.each([
    ["broken signs", "\ud800", "Valor inválido"],
    ["signs that nobody sees", "\u202e\u200b", "Escreva o motivo"],
    ["more than 500 characters", "a".repeat(501), "O motivo pode ter no máximo 500 caracteres"],
  ])("refuse a reason of %s, which the member reads", async (_, reason, text) => {
    const { id, email } = await makeMember(world.owner);
    const toggled = await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: false, reason } });
    const edited = await edit(id, { isActive: false, reason });
    for (const { failure } of [toggled, edited]) expect(failure.details?.fields).toEqual({ reason: text });
    expect(await readMails(world, email)).toEqual([]);
  });

  test("do not bring back a member who left by themselves", async () => {
    const { id } = await makeMember(world.owner, { deactivatedAt: new Date() });
    const { body } = await staff.api.officeMembers.staffActivate({ body: { ids: [id], isOn: true } });
    expect(body.refused).toEqual([{ id, why: "left" }]);
    expect((await profileOf(id)).isActive).toBe(false);
  });

  test("[K6.04] are refused to everybody else", async () => {
    const { id, browser } = await makeSignedIn(world, { role: "daddy" });
    const { failure } = await browser.api.officeMembers.staffVerify({ body: { ids: [id], isOn: true } });
    expect(failure.userMessage).toBe("Acesso negado: apenas administradores podem executar esta ação");
    expect((await profileOf(id)).isVerified).toBe(false);
  });
});

describe("[K6.06] the staff's form of a member", () => {
  test("changes everything at once and says in the log which fields were changed", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const changes = { name: "  Bruno   Reis ", age: 51, cityId: 3_304_557, bio: " Novo texto. ", lookingFor: " Paz. " };
    const { status, body } = await edit(id, { ...changes, isVerified: true, isPremium: true, isWildcardCity: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Bruno Reis",
      age: 51,
      city: "Rio de Janeiro, RJ",
      bio: "Novo texto.",
      lookingFor: "Paz.",
      isVerified: true,
      isPremium: true,
      isWildcardCity: true,
      isActive: true,
    });
    const entries = await auditOf(id);
    expect(entries.map(({ action }) => action)).toEqual([
      "profile.edited",
      "profile.verified",
      "courtesy.granted",
      "profile.wildcard-on",
    ]);
    expect(entries[0]?.details).toEqual({ fields: ["name", "cityId", "bio", "lookingFor", "age"] });
  });

  test("gives another gender with the account type that fits it", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const refusal = await edit(id, { gender: "Feminino" });
    expect(refusal.failure.details?.fields).toEqual({ accountType: "Selecione seu tipo de conta" });
    const { body } = await edit(id, { gender: "Feminino", accountType: "mommy" });
    expect(body).toMatchObject({ gender: "Feminino", role: "mommy" });
  });

  test("is refused when the member was changed since it was opened", async () => {
    const { id } = await makeMember(world.owner);
    const form = await formOf(id);
    await staff.api.officeMembers.staffWildcard({ body: { ids: [id], isOn: true } });
    const late = await staff.api.officeMembers.staffEditUser({ params: { id }, body: { ...form, name: "Bia" } });
    expect([late.status, late.failure.code]).toEqual([409, "USER_CHANGED"]);
    expect(await profileOf(id)).toMatchObject({ name: "Ana", isWildcardCity: true });
  });

  test("is saved by one of two people who send it at the same time, and the other one gets an error", async () => {
    const { id } = await makeMember(world.owner);
    const form = await formOf(id);
    const send = (name: string) => () =>
      staff.api.officeMembers.staffEditUser({ params: { id }, body: { ...form, name } });
    const answers = await race(world.owner, holdWrites("profile"), [send("Bia"), send("Carla")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect((await profileOf(id)).name).toBe("Bia");
    expect(await auditOf(id)).toHaveLength(1);
  });

  test("leaves premium and the address as they are by then, unless it changes them", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    await grant(world.owner, { id }, { premiumUntil: new Date(Date.now() + 86_400_000) });
    const { email: _, isPremium, ...form } = await formOf(id);
    expect(isPremium).toBe(true);
    // The purchase runs out and the member takes another address while the form is open.
    const email = newEmail();
    await grant(world.owner, { id }, { premiumUntil: new Date(Date.now() - 1) });
    await world.owner.updateTable("member").set({ email }).where("id", "=", id).execute();
    const { body } = await staff.api.officeMembers.staffEditUser({ params: { id }, body: { ...form, name: "Bruno" } });
    expect(body).toMatchObject({ name: "Bruno", isPremium: false, email, pendingEmail: null });
    const courtesies = world.db.selectFrom("ledgerEntry").where("memberId", "=", id).where("kind", "=", "courtesy");
    expect(await courtesies.select("id").execute()).toEqual([]);
  });

  test("changes nothing when one part is refused", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    await grant(world.owner, { id }, { premiumUntil: new Date(Date.now() + 86_400_000) });
    const { failure } = await edit(id, { name: "Bruno", isPremium: false });
    expect(failure.details?.fields).toEqual({ isPremium: adminMessages.switchRefused.paid });
    expect((await profileOf(id)).name).toBe("Ana");
  });

  test.each([
    ["name", { name: "  " }, { name: "Nome é obrigatório" }],
    ["age below 18", { age: 17 }, { age: "Idade deve ser pelo menos 18 anos" }],
    ["age above 99", { age: 100 }, { age: "A idade deve ser no máximo 99 anos" }],
    ["e-mail", { email: " " }, { email: "Email é obrigatório" }],
    ["bio", { bio: " " }, { bio: "Biografia é obrigatória" }],
    ["what is sought", { lookingFor: "" }, { lookingFor: 'Campo "Buscando" é obrigatório' }],
    ["reason of a suspension", { isActive: false }, { reason: "Escreva o motivo" }],
  ])("[K5.07][K5.08][K5.09][K5.10] refuses a form without a good %s", async (_, changes, fields) => {
    const { id } = await makeMember(world.owner);
    expect((await edit(id, changes)).failure.details?.fields).toEqual(fields);
  });

  test("[D2.55] is refused with an address that holds an open sign-in alert of somebody else, and not with one of its own", async () => {
    const [robbed, another] = [await makeSignedIn(world), await makeMember(world.owner)];
    const { email } = await open(robbed.id);
    await robbed.browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: newEmail() } });
    expect((await edit(another.id, { email })).failure.details?.fields).toEqual({
      email: "Este email já está cadastrado.",
    });
    expect((await edit(robbed.id, { email })).status).toBe(200);
  });

  test("suspends a member with a reason", async () => {
    const { id, browser } = await makeSignedIn(world);
    const { body } = await edit(id, { isActive: false, reason: "perfil falso" });
    expect(body.status).toBe("suspended");
    expect((await browser.api.profiles.mine()).failure.code).toBe("AUTH_SESSION_EXPIRED");
  });

  test("lets a moderator change what is theirs to change, and neither address nor premium", async () => {
    const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const send = async (changes: Partial<Awaited<ReturnType<typeof formOf>>>) =>
      moderator.browser.api.officeMembers.staffEditUser({
        params: { id },
        body: { ...(await formOf(id)), ...changes },
      });
    expect((await send({ email: newEmail() })).failure.code).toBe("ADMIN_ONLY");
    expect((await send({ isPremium: true })).failure.code).toBe("ADMIN_ONLY");
    expect((await send({ name: "Bruno", isVerified: true })).body).toMatchObject({
      name: "Bruno",
      isVerified: true,
      email: expect.stringContaining("•••@"),
    });
  });

  test("[D5.09][T12] leaves a member's address until the new one is confirmed, and tells the old one", async () => {
    const { id, email } = await makeMember(world.owner);
    const to = newEmail();
    const { body } = await edit(id, { email: to });
    expect(body.email).toBe(email);
    await runJobs(world);
    expect(await open(id)).toMatchObject({ email, pendingEmail: to });
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["email-change-requested"]);
    const { page, token } = await readLink(world, to);
    // `?troca` makes the page speak of a changed address, not of a sign-up.
    expect(page).toBe(`${world.context.site.origin}/confirmar-email?troca`);
    // A recovery that is requested for the new address sends nothing there, because the account still has the old one.
    await world.browser().api.accounts.requestRecovery({ body: { email: to } });
    expect((await readMails(world, to)).map(({ kind }) => kind)).toEqual(["email-change"]);
    const guest = world.browser().api.accounts;
    expect((await guest.confirmEmail({ body: { token } })).failure.code).toBe("CONFIRMATION_NEEDS_PASSWORD");
    await guest.confirmEmail({ body: { token, password: PASSWORD } });
    expect(await open(id)).toMatchObject({ email: to, pendingEmail: null });
  });

  test("[T84] takes the place of a change that waits because it was asked for by a young way in", async () => {
    const { id, browser, authenticator } = await makeWithPasskey(world);
    const young = world.browser();
    await signInByPasskey(young, authenticator);
    const { body } = await young.api.accounts.changeEmail({ body: { email: newEmail(), currentPassword: PASSWORD } });
    expect(body.delayedUntil).toBeDefined();
    expect((await edit(id, { email: newEmail() })).status).toBe(200);
    expect((await browser.api.accounts.delayedRequests()).body.requests).toEqual([]);
  });

  test("changes the address of a managed profile at once, and refuses one that is taken or banned", async () => {
    const { id } = await makeMember(world.owner, { isManaged: true });
    const [otherMember, bannedMember] = [await makeMember(world.owner), await makeMember(world.owner)];
    await staff.api.moderation.ban({ params: { id: bannedMember.id }, body: { reason: "Golpe." } });
    for (const email of [otherMember.email, bannedMember.email.replace("@", "+outra@")]) {
      expect((await edit(id, { email })).failure.details?.fields).toEqual({ email: "Este email já está cadastrado." });
    }
    const to = newEmail();
    expect((await edit(id, { email: to })).body).toMatchObject({ email: to, pendingEmail: null });
    expect(await readMails(world, to)).toEqual([]);
  });

  test("[K8.10] of staff and of an unknown id is not found", async () => {
    const { failure } = await staff.api.officeMembers.staffUser({ params: { id: staffId } });
    expect(failure.code).toBe("NOT_FOUND");
  });
});

describe("[D5.08] the staff and a member's photos", () => {
  test("removes any of them, also one of the last two, and the member gets a mail", async () => {
    const { id, email } = await makeMember(world.owner);
    await makePhotos(world.owner, id, [0, 1]);
    const [main, second] = (await open(id)).photos;
    const { body } = await staff.api.photos.staffRemovePhoto({ params: { id: main?.id ?? "" } });
    expect(body.photos.map((photo) => photo.id)).toEqual([second?.id]);
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["photo-removed"]);
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({ action: "photo.removed", actorId: staffId, details: { photo: main?.id } }),
    ]);
    const again = await staff.api.photos.staffRemovePhoto({ params: { id: main?.id ?? "" } });
    expect(again.failure.code).toBe("NOT_FOUND");
  });

  test("[K2.57] chooses the profile photo", async () => {
    const { id, email } = await makeMember(world.owner);
    await makePhotos(world.owner, id, [0, 1, 2]);
    const [, , third] = (await open(id)).photos;
    const { body } = await staff.api.photos.staffSetMainPhoto({ params: { id: third?.id ?? "" } });
    expect(body.photos[0]?.id).toBe(third?.id);
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["photo-chosen"]);
  });
});
