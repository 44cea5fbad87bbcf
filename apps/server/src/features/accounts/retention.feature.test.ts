import { randomBytes, randomUUID } from "node:crypto";
import { CONFIRMATION_LINK_HOURS } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { lockMember } from "../../base/members/member-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { productSender } from "../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../platform/secrets/passwords.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readMails } from "../../testing/mails.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { readAccessLog } from "./access-commands.ts";
import { sendConfirmation } from "./jobs.ts";
import { type LinkKind, replaceLink, voidLinks } from "./queries/links.ts";
import { recordRefusedSignUp } from "./queries/refused-sign-ups.ts";
import { recordAccess } from "./record-access.ts";
import { deactivateInactiveMembers, sweepAccessRecords, sweepSignUps, warnInactiveMembers } from "./retention-jobs.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

const countRecords = async ({ owner }: World) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from access_record`.execute(owner);
  return rows[0]?.count ?? 0;
};
const emailOf = async ({ owner }: World, id: string) =>
  (await owner.selectFrom("member").where("id", "=", id).select("email").executeTakeFirstOrThrow()).email;
const readLog = async (world: World, id: string) => {
  const { sealer, clock } = world.context;
  return readAccessLog({ db: world.owner, sealer, clock }, { email: await emailOf(world, id), reason: "ofício 1" });
};

describe("[D5.13] the access log", () => {
  test("holds a sign-in and, while somebody uses the site, an entry an hour and address", async () => {
    const world = await openWorld();
    const { id, email } = await makeMember(world.owner, { role: "baby" });
    const browser = world.browser("203.0.113.7");
    await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: true } });
    for (let minute = 0; minute < 60; minute += 10) {
      world.pass(10 * 60_000);
      await browser.api.accounts.session();
    }
    const log = await readLog(world, id);
    expect(log.length).toBeGreaterThanOrEqual(2);
    expect(log.length).toBeLessThanOrEqual(3);
    for (const { address, at } of log) {
      expect(address).toBe("203.0.113.7");
      expect(Date.parse(at)).toBeGreaterThan(Date.now() - HOUR);
    }
  });

  test("reveals neither the member nor the address to a reader of the table, or with the key of another folder", async () => {
    const [world, otherWorld] = [await openWorld(), await openWorld()];
    const { id } = await makeMember(world.owner, { role: "baby" });
    await recordAccess(world.context, { memberId: id, address: "203.0.113.8", at: new Date() });
    const { rows } = await sql<{ text: string }>`
      select string_agg(encode(member_key, 'escape') || encode(address_key, 'escape') || encode(sealed, 'escape'), '') as text
      from access_record`.execute(world.owner);
    expect(rows[0]?.text).not.toContain("203.0.113.8");
    expect(rows[0]?.text).not.toContain(id);
    const email = await emailOf(world, id);
    const { clock } = world.context;
    const reading = { email, reason: "ofício 2" };
    expect(await readAccessLog({ db: world.owner, sealer: otherWorld.context.sealer, clock }, reading)).toEqual([]);
  });

  test("cannot be read by the product's own role, and each reading is in the audit log with its reason", async () => {
    const world = await openWorld();
    const { id } = await makeMember(world.owner, { role: "baby" });
    await recordAccess(world.context, { memberId: id, address: "203.0.113.9", at: new Date() });
    await expect(sql`select sealed from access_record`.execute(world.db)).rejects.toThrow(/permission denied/);
    expect(await readLog(world, id)).toHaveLength(1);
    const entries = await world.owner
      .selectFrom("auditEntry")
      .where("action", "=", "access-log.read")
      .selectAll()
      .execute();
    expect(entries).toMatchObject([{ actorId: null, subjectId: id, details: { reason: "ofício 1" } }]);
  });

  test("forgets what is older than six months", async () => {
    const world = await openWorld();
    const { id } = await makeMember(world.owner, { role: "baby" });
    const at = (days: number) => new Date(Date.now() - days * DAY);
    for (const days of [200, 185, 180, 1])
      await recordAccess(world.context, { memberId: id, address: "203.0.113.1", at: at(days) });
    expect(await sweepAccessRecords(world.context)).toBe(2);
    expect(await countRecords(world)).toBe(2);
    world.pass(200 * DAY);
    expect(await sweepAccessRecords(world.context)).toBe(2);
    expect(await countRecords(world)).toBe(0);
  });
});

/** Makes the database fail whenever the row of a member is removed. */
async function refuseRemoval({ owner }: World, id: string): Promise<void> {
  await sql`create function refuse_removal() returns trigger language plpgsql as
    $$ begin raise exception 'it stays'; end $$`.execute(owner);
  await sql`create trigger refuse_removal before delete on member for each row
    when (old.id = ${sql.lit(id)}) execute function refuse_removal()`.execute(owner);
}

describe("an unconfirmed sign-up", () => {
  const makeWaiting = (world: World) => makeMember(world.owner, { awaitsConfirmation: true });
  const countRows = async ({ owner }: World, table: "member" | "refusedSignUp") =>
    (await owner.selectFrom(table).selectAll().execute()).length;

  test("is removed with its profile after thirty days, and a refused one loses its password in the same night", async () => {
    const world = await openWorld();
    const member = await makeMember(world.owner);
    await makeWaiting(world);
    const createdAt = world.context.clock.now();
    await recordRefusedSignUp(world.owner, { memberId: member.id, passwordHash: "x", createdAt });
    world.pass(29 * DAY);
    expect(await sweepSignUps(world.context)).toBe(0);
    expect(await countRows(world, "member")).toBe(2);

    world.pass(2 * DAY);
    expect(await sweepSignUps(world.context)).toBe(2);
    expect(await countRows(world, "refusedSignUp")).toBe(0);
    const remainingProfiles = await world.owner.selectFrom("profile").select("memberId").execute();
    expect(remainingProfiles).toEqual([{ memberId: member.id }]);
  });

  test("stays while a link that confirms it is open, and goes once the link is used up or over", async () => {
    const world = await openWorld();
    const members = await Promise.all([makeWaiting(world), makeWaiting(world), makeWaiting(world)]);
    const [openedId, replaced, over] = members.map(({ id }) => id);
    world.pass(29 * DAY);
    const createdAt = world.context.clock.now();
    const addLink = (memberId = "", hours: number, kind: LinkKind = "confirmation") => {
      const expiresAt = new Date(createdAt.getTime() + hours * HOUR);
      const link = { id: randomUUID(), memberId, kind, email: "ana@exemplo.invalid", createdAt, expiresAt };
      return replaceLink(world.owner, { ...link, tokenHash: randomBytes(32) });
    };
    await addLink(openedId, 72);
    await addLink(replaced, 72);
    await voidLinks(world.owner, replaced ?? "", createdAt);
    await addLink(replaced, 72, "recovery");
    await addLink(over, 24);

    world.pass(2 * DAY);
    expect(await sweepSignUps(world.context)).toBe(2);
    expect(await world.owner.selectFrom("member").select("id").execute()).toEqual([{ id: openedId }]);
    world.pass(2 * DAY);
    expect(await sweepSignUps(world.context)).toBe(1);
  });

  test("[T08] stays as long as a refused one after a new link was requested for each, so that a sign-in reveals nothing", async () => {
    const world = await openWorld({ EMAIL_CONFIRMATION: "on" });
    const ownHash = await hashPassword("outra senha bem longa", productSender);
    const member = await makeMember(world.owner, { passwordHash: ownHash });
    const waitingSignUp = await makeWaiting(world);
    const passwordHash = await hashPassword(PASSWORD, productSender);
    await recordRefusedSignUp(world.owner, { memberId: member.id, passwordHash, createdAt: world.context.clock.now() });
    const tellCodes = async () => {
      const codes = [];
      for (const { email } of [member, waitingSignUp]) {
        const body = { email, password: PASSWORD, remember: false };
        codes.push((await world.browser().api.accounts.signIn({ body })).failure.code);
      }
      return codes;
    };
    world.pass(29 * DAY);
    for (const { email } of [member, waitingSignUp]) await sendConfirmation(world.context, email);
    world.pass(CONFIRMATION_LINK_HOURS * HOUR - 60_000);
    expect(await sweepSignUps(world.context)).toBe(0);
    expect(await tellCodes()).toEqual(["AUTH_EMAIL_NOT_CONFIRMED", "AUTH_EMAIL_NOT_CONFIRMED"]);
    world.pass(120_000);
    expect(await sweepSignUps(world.context)).toBe(2);
    expect(await tellCodes()).toEqual(["AUTH_INVALID_CREDENTIALS", "AUTH_INVALID_CREDENTIALS"]);
  });

  test("[T08] stays no longer than thirty days when a link was requested early, refused or not", async () => {
    const world = await openWorld();
    const [member, waitingSignUp] = [await makeMember(world.owner), await makeWaiting(world)];
    const createdAt = world.context.clock.now();
    await recordRefusedSignUp(world.owner, { memberId: member.id, passwordHash: "x", createdAt });
    world.pass(5 * DAY);
    for (const { email } of [member, waitingSignUp]) await sendConfirmation(world.context, email);
    world.pass(24 * DAY);
    expect(await sweepSignUps(world.context)).toBe(0);
    world.pass(2 * DAY);
    expect(await sweepSignUps(world.context)).toBe(2);
  });

  test("stays when its person asks for a new link while the job waits to remove it", async () => {
    const world = await openWorld();
    const { id, email } = await makeWaiting(world);
    world.pass(31 * DAY);
    const createdAt = world.context.clock.now();
    const { swept } = await world.owner.transaction().execute(async (trx) => {
      await lockMember(trx, id);
      const swept = sweepSignUps(world.context);
      await waitForLocks(world.owner, 1);
      const expiresAt = new Date(createdAt.getTime() + HOUR);
      const link = { id: randomUUID(), memberId: id, kind: "confirmation", email, createdAt, expiresAt } as const;
      await replaceLink(trx, { ...link, tokenHash: randomBytes(32) });
      return { swept };
    });
    expect(await swept).toBe(0);
    expect(await countRows(world, "member")).toBe(1);
  });

  test("that cannot be removed does not block the others, is logged, and the job fails at its end", async () => {
    const world = await openWorld();
    const [member, stuck] = [await makeMember(world.owner), await makeWaiting(world)];
    await makeWaiting(world);
    await recordRefusedSignUp(world.owner, { memberId: member.id, passwordHash: "x", createdAt: new Date() });
    await refuseRemoval(world, stuck.id);
    world.pass(31 * DAY);
    await expect(sweepSignUps(world.context)).rejects.toThrow("1 failed");
    expect(world.logged.join()).toContain("could not remove a sign-up");
    expect([await countRows(world, "member"), await countRows(world, "refusedSignUp")]).toEqual([2, 0]);
  });

  test("stays when the staff suspended it, and the job comes to its end", async () => {
    const world = await openWorld();
    const { id } = await makeWaiting(world);
    await world.owner.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    world.pass(31 * DAY);
    expect(await sweepSignUps(world.context)).toBe(0);
    expect(await countRows(world, "member")).toBe(1);
  });
});

describe("[D5.14] an account without a sign-in for a year", () => {
  async function makeInactive(world: World, days: number, facts: Parameters<typeof makeMember>[1] = {}) {
    const { id, email } = await makeMember(world.owner, { role: "baby", ...facts });
    const at = new Date(Date.now() - days * DAY);
    await world.owner.updateTable("member").set({ createdAt: at }).where("id", "=", id).execute();
    const presence = { memberId: id, lastActiveAt: at, changedAt: at };
    await world.owner
      .insertInto("presence")
      .values(presence)
      .onConflict((conflict) => conflict.column("memberId").doUpdateSet(presence))
      .execute();
    return { id, email };
  }
  const isActive = async ({ owner }: World, id: string) =>
    (await owner.selectFrom("profile").where("memberId", "=", id).select("isActive").executeTakeFirstOrThrow())
      .isActive;

  test("is warned once by mail, and deactivated thirty days later; a sign-in brings it back", async () => {
    const world = await openWorld();
    const { id, email } = await makeInactive(world, 370);
    expect(await warnInactiveMembers(world.context)).toBe(1);
    expect(await warnInactiveMembers(world.context)).toBe(0);
    const [mail] = await readMails(world, email);
    expect(mail).toMatchObject({ kind: "inactivity-warning" });

    world.pass(29 * DAY);
    expect(await deactivateInactiveMembers(world.context)).toBe(0);
    world.pass(2 * DAY);
    expect(await deactivateInactiveMembers(world.context)).toBe(1);
    expect(await isActive(world, id)).toBe(false);
    const { body } = await world
      .browser()
      .api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect(body.wasReactivated).toBe(true);
    expect(await isActive(world, id)).toBe(true);
  });

  test("stays when its member comes after the warning, who may be warned again another year", async () => {
    const world = await openWorld();
    const { id } = await makeInactive(world, 370);
    await warnInactiveMembers(world.context);
    world.pass(10 * DAY);
    const seenAt = world.context.clock.now();
    await world.owner.updateTable("presence").set({ lastActiveAt: seenAt }).where("memberId", "=", id).execute();
    world.pass(25 * DAY);
    expect(await deactivateInactiveMembers(world.context)).toBe(0);
    expect(await isActive(world, id)).toBe(true);
    world.pass(370 * DAY);
    expect(await warnInactiveMembers(world.context)).toBe(1);
  });

  test("stays when its member comes while the job waits to deactivate it", async () => {
    const world = await openWorld();
    const { id } = await makeInactive(world, 370);
    await warnInactiveMembers(world.context);
    world.pass(31 * DAY);
    const { deactivated } = await world.owner.transaction().execute(async (trx) => {
      await lockStreamsAround(trx, [id]);
      const deactivated = deactivateInactiveMembers(world.context);
      await waitForLocks(world.owner, 1);
      const lastActiveAt = world.context.clock.now();
      await trx.updateTable("presence").set({ lastActiveAt }).where("memberId", "=", id).execute();
      return { deactivated };
    });
    expect(await deactivated).toBe(0);
    expect(await isActive(world, id)).toBe(true);
  });

  test("that cannot be deactivated, or warned, does not block the others", async () => {
    const world = await openWorld();
    const [{ id: first }, { id: second }] = [await makeInactive(world, 370), await makeInactive(world, 370)];
    const refuse = (table: string, event: string, id: string) =>
      sql`create trigger refuse before ${sql.raw(event)} on ${sql.table(table)} for each row
        when (${sql.raw(event === "insert" ? "new" : "old")}.member_id = ${sql.lit(id)})
        execute function refuse()`.execute(world.owner);
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'it stays'; end $$`.execute(world.owner);
    const [stuck = "", free = ""] = [first, second].toSorted();
    await refuse("inactivity_warning", "insert", stuck);
    await expect(warnInactiveMembers(world.context)).rejects.toThrow("1 failed");
    await sql`drop trigger refuse on inactivity_warning`.execute(world.owner);
    expect(await warnInactiveMembers(world.context)).toBe(1);
    await refuse("inactivity_warning", "delete", stuck);
    world.pass(31 * DAY);
    await expect(deactivateInactiveMembers(world.context)).rejects.toThrow("1 failed");
    expect([await isActive(world, stuck), await isActive(world, free)]).toEqual([true, false]);
  });

  test("is not touched when it is one of the staff's, of a demo, unclaimed, already inactive, or younger", async () => {
    const world = await openWorld();
    await makeInactive(world, 370, { role: "admin" });
    await makeInactive(world, 370, { isManaged: true });
    await makeInactive(world, 370, { isDemo: true });
    await makeInactive(world, 360);
    const { id } = await makeInactive(world, 370);
    await world.owner.updateTable("profile").set({ deactivatedAt: new Date() }).where("memberId", "=", id).execute();
    expect(await warnInactiveMembers(world.context)).toBe(0);
  });
});
