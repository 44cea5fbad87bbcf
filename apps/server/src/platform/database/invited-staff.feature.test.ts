import { randomBytes, randomUUID } from "node:crypto";
import { FRESH_FACTOR_MINUTES, RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { type Insertable, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import type { Session } from "./types.generated.ts";

// The one way by which the product's role makes staff, tried with nothing but the rights of that role.
const world = await openWorld();
const MINUTE = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Adds a session as the product does: its role may add any, of anybody. */
async function addSession(memberId: string, changes: Partial<Insertable<Session>> = {}): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await world.db
    .insertInto("session")
    .values({
      id,
      tokenHash: randomBytes(32),
      memberId,
      isRemembered: false,
      userAgent: "",
      createdAt: now,
      lastSeenAt: now,
      provedAt: now,
      expiresAt: ago(-RECOVERY_LINK_HOURS * 60 * MINUTE),
      ...changes,
    })
    .execute();
  return id;
}

type Request = { id: string; email: string; role: string | null; session: string | null };
const makeRequest = async (changes: Partial<Request> = {}): Promise<Request> => ({
  id: randomUUID(),
  email: newEmail(),
  role: "moderator",
  session: await addSession((await makeMember(world.owner, { role: "admin" })).id),
  ...changes,
});

async function addStaff({ id, email, role, session }: Request, db = world.db): Promise<boolean> {
  const { rows } = await sql<{ isAdded: boolean }>`
    select add_invited_staff(${id}, ${email}, 'x', 'Caio', ${role}, ${session}) as is_added`.execute(db);
  return rows[0]?.isAdded ?? false;
}

const findAccount = (email: string) =>
  world.owner
    .selectFrom("member")
    .leftJoin("profile", "profile.memberId", "member.id")
    .where("email", "=", email)
    .select(["id", "isAdmin", "staffRole", "member.createdAt"])
    .executeTakeFirst();
const listEntries = (subjectId: string) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", subjectId)
    .select(["at", "actorId", "action", "details"])
    .execute();

describe("[T15][D2.65] the function that makes staff", () => {
  test("makes an account and its row of the audit log at a moment that the caller does not choose", async () => {
    const owner = await makeMember(world.owner, { role: "admin" });
    const before = Date.now();
    const request = await makeRequest({ session: await addSession(owner.id), role: "owner" });
    expect(await addStaff(request)).toBe(true);
    const account = await findAccount(request.email);
    expect(account).toMatchObject({ id: request.id, isAdmin: true, staffRole: "owner" });
    const [entry, ...others] = await listEntries(request.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actorId: owner.id, action: "team.invited", details: { to: "owner" } });
    const moments = [before, account?.createdAt.getTime() ?? 0, entry?.at.getTime() ?? 0, Date.now()];
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  });

  test("has no row of the log from before another connection let go of the log or of the owner", async () => {
    const owner = await makeMember(world.owner, { role: "admin" });
    const request = await makeRequest({ session: await addSession(owner.id) });
    const { adding, whenReleased } = await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('audit_entry'))`.execute(trx);
      await sql`select from member where id = ${owner.id} for no key update`.execute(trx);
      const adding = addStaff(request);
      await waitForLocks(world.owner, 1);
      return { adding, whenReleased: Date.now() };
    });
    expect(await adding).toBe(true);
    expect((await listEntries(request.id))[0]?.at.getTime()).toBeGreaterThanOrEqual(whenReleased);
  });

  test("takes a proof for as long as the product does, and no longer", async () => {
    const { id } = await makeMember(world.owner, { role: "admin" });
    const addWith = async (provedAt: Date) =>
      addStaff(await makeRequest({ session: await addSession(id, { provedAt }) }));
    expect(await addWith(ago((FRESH_FACTOR_MINUTES - 1) * MINUTE))).toBe(true);
    expect(await addWith(ago(FRESH_FACTOR_MINUTES * MINUTE + 1))).toBe(false);
    // A proof that was voided.
    expect(await addWith(new Date(0))).toBe(false);
  });

  test.each<[string, Parameters<typeof makeMember>[1], Partial<Insertable<Session>>?]>([
    ["of a member", { role: "baby" }],
    ["of a moderator", { role: "admin", staffRole: "moderator" }],
    ["of an owner whose access is closed", { role: "admin", suspendedAt: new Date() }],
    ["of an owner, which has been ended", { role: "admin" }, { endedAt: new Date() }],
    ["of an owner, which is over", { role: "admin" }, { expiresAt: new Date() }],
  ])("makes nothing for a session %s", async (_, person, session) => {
    const { id } = await makeMember(world.owner, person);
    const request = await makeRequest({ session: await addSession(id, session) });
    expect(await addStaff(request)).toBe(false);
    expect(await findAccount(request.email)).toBeUndefined();
    expect(await listEntries(request.id)).toEqual([]);
  });

  test.each([
    ["that is none", randomUUID()],
    ["that is missing", null],
  ])("makes nothing for a session %s", async (_, session) => {
    const request = await makeRequest({ session });
    expect(await addStaff(request)).toBe(false);
    expect(await findAccount(request.email)).toBeUndefined();
  });

  test("makes no staff out of a member, by neither the id nor the address", async () => {
    const email = newEmail();
    const { id } = await makeMember(world.owner, { email });
    await expect(addStaff(await makeRequest({ id }))).rejects.toMatchObject({ constraint: "member_pkey" });
    await expect(addStaff(await makeRequest({ email }))).rejects.toMatchObject({ constraint: "member_email_key" });
    expect(await findAccount(email)).toMatchObject({ id, isAdmin: false });
    expect(await listEntries(id)).toEqual([]);
  });

  test("makes no staff out of an account without a profile, not even in the transaction that adds it", async () => {
    const request = await makeRequest();
    const now = new Date();
    const adding = world.db.transaction().execute(async (trx) => {
      const account = { id: request.id, email: request.email, passwordHash: "x", createdAt: now, updatedAt: now };
      await trx.insertInto("member").values(account).execute();
      return addStaff(request, trx);
    });
    await expect(adding).rejects.toMatchObject({ constraint: "member_pkey" });
  });

  test("gives no one another role of the staff", async () => {
    const email = newEmail();
    const { id } = await makeMember(world.owner, { role: "admin", staffRole: "moderator", email });
    await expect(addStaff(await makeRequest({ id, email, role: "owner" }))).rejects.toMatchObject({ code: "23505" });
    expect(await findAccount(email)).toMatchObject({ staffRole: "moderator" });
  });

  test.each(["chief", null])("knows no role but the two of the staff: %s", async (role) => {
    const request = await makeRequest({ role });
    await expect(addStaff(request)).rejects.toMatchObject({ code: "23514" });
    expect(await findAccount(request.email)).toBeUndefined();
  });

  test("reads and writes the real tables, not temporary ones of the same names", async () => {
    const { id } = await makeMember(world.owner);
    const request = await makeRequest({ session: await addSession(id) });
    const shadowed = await world.db.transaction().execute(async (trx) => {
      for (const name of ["member", "profile", "session", "audit_entry"])
        await sql`create temp table ${sql.table(name)} (like ${sql.table(`public.${name}`)}) on commit drop`.execute(
          trx,
        );
      await sql`
        insert into pg_temp.profile select * from public.profile where member_id = ${id}`.execute(trx);
      await sql`update pg_temp.profile set role = 'admin', is_admin = true, staff_role = 'owner'`.execute(trx);
      await sql`insert into pg_temp.session select * from public.session where member_id = ${id}`.execute(trx);
      return addStaff(request, trx);
    });
    expect(shadowed).toBe(false);
  });

  test("is not for other roles of the database", async () => {
    const { rows } = await sql<{ isPublic: boolean }>`
      select has_function_privilege('public', oid, 'execute') as is_public from pg_proc
      where proname = 'add_invited_staff'`.execute(world.owner);
    expect(rows).toEqual([{ isPublic: false }]);
  });
});
