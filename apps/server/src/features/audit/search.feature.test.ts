import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
let owner: Awaited<ReturnType<typeof makeSignedIn>>;

beforeAll(async () => {
  owner = await makeSignedIn(world, { role: "admin", name: "Bia" });
});

const add = (entry: Partial<Parameters<typeof addAuditEntry>[1]> = {}) =>
  addAuditEntry(world.db, {
    at: new Date(),
    actorId: owner.id,
    action: "mail.read",
    subjectId: null,
    details: {},
    ...entry,
  });

const list = async (query: NonNullable<Parameters<typeof owner.browser.api.audit.list>[0]>["query"] = {}) =>
  (await owner.browser.api.audit.list({ query })).body;

describe("[D5.21] the audit log", () => {
  test("says who did what to whom and when, the latest first", async () => {
    const { id } = await makeMember(world.owner, { name: "Caio" });
    const at = new Date();
    await add({ at, subjectId: id, action: "courtesy.granted", details: { tokens: 5, reason: "Desculpas" } });
    expect((await list()).entries[0]).toEqual({
      id: expect.any(Number),
      at: at.toISOString(),
      action: "courtesy.granted",
      actor: { id: owner.id, name: "Bia", isStaff: true },
      subject: { id, name: "Caio", isStaff: false },
      details: { tokens: 5, reason: "Desculpas" },
    });
  });

  test("is searched by whom it concerns or who did it, by number or address", async () => {
    const { id, email } = await makeMember(world.owner, { role: "admin" });
    const subjectId = randomUUID();
    await add({ actorId: id, action: "team.role-changed", subjectId });
    await add({ actorId: null, action: "admin.recovered", subjectId: id });
    await add({ actorId: id, action: "admin.factor-set-up", subjectId: id });
    const both = ["admin.factor-set-up", "admin.recovered", "team.role-changed"];
    for (const person of [id, id.toUpperCase(), email, ` ${email.toUpperCase()} `])
      expect((await list({ person })).entries.map(({ action }) => action)).toEqual(both);
    expect((await list({ person: subjectId })).entries).toMatchObject([{ subject: { id: subjectId, name: "" } }]);
    expect((await list({ person: id, action: "admin.recovered" })).entries).toHaveLength(1);
    for (const person of ["ninguem@exemplo.invalid", "%", "'", randomUUID()])
      expect((await list({ person })).entries).toEqual([]);
  });

  test("is searched by action and by days of São Paulo", async () => {
    const action = `test.${randomUUID()}`;
    const times = [
      "2026-03-01T02:59:59.999Z",
      "2026-03-01T03:00:00.000Z",
      "2026-03-02T02:59:59.999Z",
      "2026-03-02T03:00:00.000Z",
    ];
    for (const at of times) await add({ at: new Date(at), action });
    const timesFound = async (days: { from?: string; to?: string }) =>
      (await list({ action, ...days })).entries.map(({ at }) => at);
    expect(await timesFound({})).toEqual(times.toReversed());
    expect(await timesFound({ from: "2026-03-01", to: "2026-03-01" })).toEqual([times[2], times[1]]);
    expect(await timesFound({ from: "2026-03-02" })).toEqual([times[3]]);
    expect(await timesFound({ to: "2026-02-28" })).toEqual([times[0]]);
  });

  test("comes in pages without a gap, also where many rows have the same time", async () => {
    const subjectId = randomUUID();
    const at = new Date("2026-04-01T12:00:00Z");
    for (let count = 0; count < 120; count += 1) await add({ at, subjectId, actorId: subjectId, details: { count } });
    const seenEntries: unknown[] = [];
    let before: string | null = null;
    do {
      const page = await list({ person: subjectId, ...(before !== null && { before }) });
      seenEntries.push(...page.entries.map(({ details }) => details.count));
      before = page.next;
    } while (before !== null);
    expect(seenEntries).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
  });

  test.each(["1", "a.b", "1.2.3", "1.-2"])("refuses %j as a position", async (before) => {
    expect((await owner.browser.api.audit.list({ query: { before } })).failure.code).toBe("VALIDATION_ERROR");
  });

  test("is walked by an index for each way to search", async () => {
    await sql`analyze audit_entry`.execute(world.owner);
    const plan = async (where: ReturnType<typeof sql>) => {
      const { rows } = await world.owner.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        return sql<{ "QUERY PLAN": string }>`
          explain select id from audit_entry where ${where} order by at desc, id desc limit 51`.execute(trx);
      });
      return JSON.stringify(rows);
    };
    const id = randomUUID();
    expect(await plan(sql`true`)).toContain("audit_entry_at_index");
    expect(await plan(sql`at < now()`)).toContain("audit_entry_at_index");
    expect(await plan(sql`actor_id = ${id}`)).toContain("audit_entry_actor_index");
    expect(await plan(sql`subject_id = ${id}`)).toContain("audit_entry_subject_index");
    expect(await plan(sql`action = 'settings.undone'`)).toContain("audit_entry_action_index");
  });
});

describe("[D5.21][T25] the check of the chain", () => {
  /** Changes the log in a way that its triggers refuse, as a person with the database's files could. */
  async function tamper(where: typeof world, statement: ReturnType<typeof sql>) {
    await where.owner.transaction().execute(async (trx) => {
      await sql`alter table audit_entry disable trigger all`.execute(trx);
      await statement.execute(trx);
      await sql`alter table audit_entry enable trigger all`.execute(trx);
    });
  }

  async function openLog() {
    const where = await openWorld();
    const { browser, id } = await makeSignedIn(where, { role: "admin" });
    for (let count = 0; count < 6; count += 1)
      await addAuditEntry(where.db, {
        at: new Date(),
        actorId: id,
        action: "mail.read",
        subjectId: null,
        details: { upTo: count },
      });
    const check = async (after?: number) =>
      (await browser.api.audit.check({ query: { ...(after !== undefined && { after }) } })).body;
    return { where, check };
  }

  test("finds nothing in an untouched log, and is itself recorded", async () => {
    const { where, check } = await openLog();
    const first = await check();
    expect(first).toMatchObject({
      broken: null,
      checkedUpTo: 6,
      last: 6,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const rows = await where.owner.selectFrom("auditEntry").where("action", "=", "audit.checked").selectAll().execute();
    expect(rows).toMatchObject([{ details: { since: 0, upTo: 6, broken: null } }]);
    expect(await check(first.checkedUpTo)).toMatchObject({ broken: null, checkedUpTo: 7 });
  });

  test("finds a changed row, whatever was changed of it", async () => {
    const changes = [
      sql`update audit_entry set details = '{}' where id = 4`,
      sql`update audit_entry set actor_id = null where id = 4`,
      sql`update audit_entry set at = at - interval '1 day' where id = 4`,
      sql`update audit_entry set action = 'x.y' where id = 4`,
    ];
    for (const change of changes) {
      const { where, check } = await openLog();
      await tamper(where, change);
      expect((await check()).broken).toEqual({ id: 4, what: "altered" });
    }
  });

  test("finds a removed row, and one that was altered together with its hash", async () => {
    const removalLog = await openLog();
    await tamper(removalLog.where, sql`delete from audit_entry where id = 3`);
    expect((await removalLog.check()).broken).toEqual({ id: 4, what: "missing" });
    const first = await openLog();
    await tamper(first.where, sql`delete from audit_entry where id = 1`);
    expect((await first.check()).broken).toEqual({ id: 2, what: "missing" });
    const rehashed = await openLog();
    await tamper(rehashed.where, sql`update audit_entry set action = 'x.y' where id = 4`);
    await tamper(rehashed.where, sql`update audit_entry set hash = audit_entry_hash(audit_entry) where id = 4`);
    expect((await rehashed.check()).broken).toEqual({ id: 5, what: "missing" });
  });

  test("finds nothing wrong with a row that somebody adds as the product's role, because the chain takes it in", async () => {
    const { where, check } = await openLog();
    // A connection with the product's role may add rows, as the product does, but not choose their position and hash.
    await sql`
      insert into audit_entry (id, at, actor_id, action, previous_hash, hash)
      values (4, '2020-01-01', ${randomUUID()}, 'mail.read', '\\x00', '\\x00')`.execute(where.db);
    await sql`insert into audit_entry (at, action) values (now(), 'team.role-changed')`.execute(where.db);
    expect(await check()).toMatchObject({ broken: null, checkedUpTo: 8, last: 8 });
    const rows = await where.owner.selectFrom("auditEntry").where("id", ">", 6).orderBy("id").selectAll().execute();
    expect(rows.map(({ id, action }) => [id, action])).toEqual([
      [7, "mail.read"],
      [8, "team.role-changed"],
      [9, "audit.checked"],
    ]);
    // The added row is then part of the chain: a change would be noticed, and the product's role cannot make one.
    for (const change of [
      sql`update audit_entry set action = 'x.y' where id = 7`,
      sql`delete from audit_entry where id = 7`,
    ])
      await expect(change.execute(where.db)).rejects.toThrow("permission denied");
    await tamper(where, sql`update audit_entry set at = now() where id = 7`);
    expect((await check()).broken).toEqual({ id: 7, what: "altered" });
  });

  test("names a row that was added past the chain, with a hash that is forged, missing or taken from another row", async () => {
    const hashes = [sql`'\\x00'::bytea`, sql`''::bytea`, sql`sha256((select hash from audit_entry where id = 6))`];
    for (const hash of hashes) {
      const { where, check } = await openLog();
      await tamper(
        where,
        sql`insert into audit_entry (id, at, action, previous_hash, hash)
          select 7, now(), 'mail.read', hash, ${hash} from audit_entry where id = 6`,
      );
      expect((await check()).broken).toEqual({ id: 7, what: "altered" });
    }
  });

  test("goes on from any row, and says which row it came to", async () => {
    const { where, check } = await openLog();
    await tamper(where, sql`update audit_entry set details = '{}' where id = 2`);
    expect(await check(3)).toMatchObject({ broken: null, checkedUpTo: 6 });
    expect((await check(2)).broken).toEqual({ id: 2, what: "altered" });
  });

  test("notes where it began, and refuses to begin after the last row", async () => {
    const { where, check } = await openLog();
    await check(6);
    const rows = await where.owner.selectFrom("auditEntry").where("action", "=", "audit.checked").selectAll().execute();
    expect(rows).toMatchObject([{ details: { since: 6, upTo: 6, broken: null } }]);
    const { browser } = await makeSignedIn(where, { role: "admin" });
    const { failure } = await browser.api.audit.check({ query: { after: 2_147_483_647 } });
    expect(failure.code).toBe("VALIDATION_ERROR");
    expect((await check()).broken).toBeNull();
  });

  test("is not for moderators, who may read the log", async () => {
    const { browser } = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
    expect((await browser.api.audit.list()).status).toBe(200);
    expect((await browser.api.audit.check()).failure.userMessage).toBe(
      "Acesso negado: apenas administradores podem executar esta ação",
    );
  });
});
