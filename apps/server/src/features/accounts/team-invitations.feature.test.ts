import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listStaffAddresses } from "../../base/members/standing-queries.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { countOtherStaff } from "../moderation/queries/appeals.ts";

const world = await openWorld();
const PASSWORD = "uma-senha-bem-longa";
/** Undeliverable addresses cannot be invited. */
const newEmail = () => `${randomUUID()}@equipe.example`;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;

beforeAll(async () => {
  owner = await makeSignedIn(world, { role: "admin" });
});

type Role = "owner" | "moderator";
const invite = (email: string, role: Role = "moderator", by = owner) =>
  by.browser.api.accounts.inviteStaff({ body: { email, name: "Caio", role } });
const findColleague = async (email: string) =>
  (await owner.browser.api.accounts.team()).body.people.find((person) => person.email === email);
const changeAccess = (id: string, isActive: boolean) =>
  owner.browser.api.accounts.changeStaffAccess({ params: { id }, body: { isActive } });
const sendAgain = (id: string, by = owner) => by.browser.api.accounts.repeatStaffInvitation({ params: { id } });
/** As if the open link had been mailed two minutes ago. */
const ageLink = (memberId: string) =>
  world.owner
    .updateTable("accountLink")
    .set({ createdAt: new Date(world.context.clock.now().getTime() - 120_000) })
    .where("memberId", "=", memberId)
    .execute();
const setPassword = (token: string, password = PASSWORD) =>
  world.browser().api.accounts.resetPassword({ body: { token, password, passwordConfirmation: password } });
const signIn = (email: string) =>
  world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });

const listEntries = async (subjectId: string) => {
  const entries = await world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", subjectId)
    .where("action", "like", "team.%")
    .orderBy("id")
    .select("action")
    .execute();
  return entries.map(({ action }) => action);
};

/** An owner whose last proof is an hour old. */
async function makeStale() {
  const stale = await makeSignedIn(world, { role: "admin" });
  const long = new Date(world.context.clock.now().getTime() - 3_600_000);
  await world.owner.updateTable("session").set({ provedAt: long }).where("memberId", "=", stale.id).execute();
  return stale;
}

describe("[D2.65] an invitation to the team", () => {
  test("opens an account of the role once its person has set an own password of twelve characters", async () => {
    const email = newEmail();
    expect((await invite(email)).status).toBe(200);
    const colleague = await findColleague(email);
    expect(colleague).toMatchObject({
      name: "Caio",
      role: "moderator",
      isActive: true,
      isInvited: true,
      sessions: 0,
      lastSeenAt: null,
    });
    const [mail] = await readMails(world, email);
    expect(mail?.kind).toBe("staff-invitation");
    const { token } = await readLink(world, email);
    const check = () => world.browser().api.accounts.checkRecovery({ body: { token } });
    expect((await check()).body).toEqual({ isFirstPassword: true, passwordMin: 12 });
    expect((await setPassword(token, "onze-letras")).failure.code).toBe("VALIDATION_ERROR");
    expect((await setPassword(token)).status).toBe(200);
    expect((await setPassword(token)).failure.code).toBe("RESET_LINK_INVALID");
    expect((await signIn(email)).body.user).toMatchObject({ isAdmin: true });
    expect(await findColleague(email)).toMatchObject({ isActive: true, isInvited: false, sessions: 1 });
  });

  test("is in the audit log with the owner, and no secret of it is in the database", async () => {
    const email = newEmail();
    await invite(email, "owner");
    const id = (await findColleague(email))?.id ?? "";
    const entries = await world.owner
      .selectFrom("auditEntry")
      .where("subjectId", "=", id)
      .select(["action", "actorId", "details"])
      .execute();
    expect(entries).toEqual([{ action: "team.invited", actorId: owner.id, details: { to: "owner" } }]);
    const { token } = await readLink(world, email);
    const links = await world.owner.selectFrom("accountLink").where("memberId", "=", id).selectAll().execute();
    expect(links).toHaveLength(1);
    expect(JSON.stringify(links)).not.toContain(token);
  });

  test("ends after a day, as the team's list says until another link is mailed", async () => {
    const email = newEmail();
    await invite(email);
    const { token } = await readLink(world, email);
    const id = (await findColleague(email))?.id ?? "";
    expect(await findColleague(email)).toMatchObject({ isInvited: true, isInvitationExpired: false });
    await world.owner
      .updateTable("accountLink")
      .set({ expiresAt: world.context.clock.now() })
      .where("memberId", "=", id)
      .execute();
    expect((await setPassword(token)).failure.code).toBe("RESET_LINK_INVALID");
    expect(await findColleague(email)).toMatchObject({ isInvited: true, isInvitationExpired: true });
    await ageLink(id);
    expect((await sendAgain(id)).status).toBe(200);
    expect(await findColleague(email)).toMatchObject({ isInvited: true, isInvitationExpired: false });
    expect((await setPassword((await readLink(world, email)).token)).status).toBe(200);
    expect(await findColleague(email)).toMatchObject({ isInvited: false, isInvitationExpired: false });
  });

  test("is taken back by closing the access, for good, and leaves the address to others", async () => {
    const email = newEmail();
    await invite(email);
    const { token } = await readLink(world, email);
    const id = (await findColleague(email))?.id ?? "";
    expect((await changeAccess(id, false)).status).toBe(200);
    expect((await setPassword(token)).failure.code).toBe("RESET_LINK_INVALID");
    const { people } = (await owner.browser.api.accounts.team()).body;
    expect(people.map((person) => person.id)).not.toContain(id);
    expect((await changeAccess(id, true)).failure.code).toBe("NOT_FOUND");
    expect((await sendAgain(id)).failure.code).toBe("NOT_FOUND");
    expect((await invite(email)).status).toBe(200);
    expect((await findColleague(email))?.id).not.toBe(id);
  });

  test("that was closed before it gave up its address is open again as it was", async () => {
    const email = newEmail();
    await invite(email);
    const id = (await findColleague(email))?.id ?? "";
    const suspendedAt = world.context.clock.now();
    await world.owner.updateTable("profile").set({ suspendedAt }).where("memberId", "=", id).execute();
    expect((await changeAccess(id, true)).status).toBe(200);
    expect(await findColleague(email)).toMatchObject({ id, isActive: true, isInvited: true });
  });

  test("does not count as an owner who could stay the only one, and gets no alarm, before its person has come in", async () => {
    const quiet = await openWorld();
    const only = await makeSignedIn(quiet, { role: "admin" });
    const own = (await only.browser.api.accounts.team()).body.people[0]?.email;
    const email = newEmail();
    await invite(email, "owner", only);
    const leave = () =>
      only.browser.api.accounts.changeStaffRole({ params: { id: only.id }, body: { role: "moderator" } });
    expect((await leave()).failure.code).toBe("LAST_OWNER");
    expect(await listStaffAddresses(quiet.db)).toEqual([own]);
    expect(await countOtherStaff(quiet.db, only.id)).toBe(0);
    const { token } = await readLink(quiet, email);
    const passwords = { password: PASSWORD, passwordConfirmation: PASSWORD };
    await quiet.browser().api.accounts.resetPassword({ body: { token, ...passwords } });
    expect(await listStaffAddresses(quiet.db)).toEqual([own, email]);
    expect(await countOtherStaff(quiet.db, only.id)).toBe(1);
    expect((await leave()).status).toBe(200);
  });

  test("needs a fresh proof, an owner, and an address without an account", async () => {
    const email = newEmail();
    const stale = await makeStale();
    expect((await invite(email, "moderator", stale)).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    expect((await invite(email, "moderator", moderator)).failure.code).toBe("ADMIN_ONLY");
    const member = await makeSignedIn(world);
    expect((await invite(email, "owner", member)).failure.code).toBe("ADMIN_ONLY");
    expect(await readMails(world, email)).toEqual([]);

    const takenEmail = newEmail();
    await makeMember(world.owner, { email: takenEmail });
    expect((await invite(takenEmail)).failure.details?.fields).toEqual({
      email: "Este e-mail já tem uma conta. Procure a pessoa na lista ou use outro e-mail.",
    });
    expect(await readMails(world, takenEmail)).toEqual([]);
    expect((await invite("ana@exemplo.invalid")).failure.details?.fields).toEqual({
      email: "Para enviar o convite, escreva um e-mail de verdade",
    });
  });

  test("is sent again by a new link, which voids the one before, until its person has set a password", async () => {
    const email = newEmail();
    await invite(email);
    const id = (await findColleague(email))?.id ?? "";
    const { token: first } = await readLink(world, email);
    // The link was mailed a moment ago.
    expect((await sendAgain(id)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    expect(await readMails(world, email)).toHaveLength(1);
    await ageLink(id);
    expect((await sendAgain(id)).status).toBe(200);
    const mails = await readMails(world, email);
    expect(mails.map(({ kind }) => kind)).toEqual(["staff-invitation", "staff-invitation"]);
    expect((await setPassword(first)).failure.code).toBe("RESET_LINK_INVALID");
    const { token } = await readLink(world, email);
    expect(await listEntries(id)).toEqual(["team.invited", "team.invited-again"]);

    const stale = await makeStale();
    expect((await sendAgain(id, stale)).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    expect((await sendAgain(id, moderator)).failure.code).toBe("ADMIN_ONLY");
    expect((await setPassword(token)).status).toBe(200);
    expect((await sendAgain(id)).failure.code).toBe("NOT_FOUND");
    expect(await readMails(world, email)).toHaveLength(3);
  });

  test("is not sent again to a person who was never invited", async () => {
    const { id: colleague } = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    expect((await sendAgain(colleague)).failure.code).toBe("NOT_FOUND");
    const { id: member } = await makeMember(world.owner);
    expect((await sendAgain(member)).failure.code).toBe("NOT_FOUND");
  });

  test("fails when the owner loses the role while it is being made, and leaves nothing", async () => {
    const email = newEmail();
    const leavingOwner = await makeSignedIn(world, { role: "admin" });
    const request = await world.owner.transaction().execute(async (trx) => {
      await sql`select from member where id = ${leavingOwner.id} for no key update`.execute(trx);
      await sql`update profile set staff_role = 'moderator' where member_id = ${leavingOwner.id}`.execute(trx);
      const reply = invite(email, "moderator", leavingOwner);
      await waitForLocks(world.owner, 1);
      return { reply };
    });
    expect((await request.reply).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect(await findColleague(email)).toBeUndefined();
    expect(await readMails(world, email)).toEqual([]);
  });

  test("is not sent again by an owner who loses the role while the request waits", async () => {
    const email = newEmail();
    await invite(email);
    const id = (await findColleague(email))?.id ?? "";
    await ageLink(id);
    const leavingOwner = await makeSignedIn(world, { role: "admin" });
    const request = await world.owner.transaction().execute(async (trx) => {
      await sql`select from profile where is_admin order by member_id for no key update`.execute(trx);
      await sql`update profile set staff_role = 'moderator' where member_id = ${leavingOwner.id}`.execute(trx);
      const reply = sendAgain(id, leavingOwner);
      await waitForLocks(world.owner, 1);
      return { reply };
    });
    expect((await request.reply).failure.code).toBe("ADMIN_ONLY");
    expect(await readMails(world, email)).toHaveLength(1);
  });

  test("makes one account when two owners invite the same address at once", async () => {
    const email = newEmail();
    const another = await makeSignedIn(world, { role: "admin" });
    const invitations = [() => invite(email), () => invite(email, "owner", another)];
    const replies = await race(world.owner, holdWrites("member"), invitations);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await readMails(world, email)).toHaveLength(1);
  });

  test("is mailed at most as often a day as the limit of one owner allows, the repeated ones among them", async () => {
    const strict = await openWorld({ LIMIT_STAFF_INVITATIONS: "3/86400" });
    const [first, second] = [
      await makeSignedIn(strict, { role: "admin" }),
      await makeSignedIn(strict, { role: "admin" }),
    ];
    const email = newEmail();
    // A request that is refused for another reason sends no mail, and is not counted.
    for (let i = 0; i < 4; i++) await invite("ana@exemplo.invalid", "moderator", first);
    expect((await invite(email, "moderator", first)).status).toBe(200);
    expect((await invite(newEmail(), "moderator", first)).status).toBe(200);
    const { people } = (await first.browser.api.accounts.team()).body;
    const id = people.find((person) => person.email === email)?.id ?? "";
    expect((await sendAgain(id, first)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    const refusal = await invite(newEmail(), "moderator", first);
    expect([refusal.status, refusal.failure.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(await readMails(strict, email)).toHaveLength(1);
    expect((await invite(newEmail(), "moderator", second)).status).toBe(200);
  });
});
