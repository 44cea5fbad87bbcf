import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const { id: memberId } = await makeMember(world.owner, { role: "daddy" });
await makeMember(world.owner, { role: "admin" });

const ABOUT = ABOUT_NAMES.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const REST =
  "age_gate age_stated_on awaits_confirmation banned_at birth_on consent_withdrawn_at city_id deactivated_at erases_at frozen_at gender hidden_at is_managed is_verified is_wildcard_city name role shuffle_key staff_role stated_age suspended_at suspended_until tier tier_until updated_at";
const PROFILE = [...ABOUT, ...REST.split(" ")].sort().join(" ");
const CONVERSATION =
  "changed_seq cleared_up_to is_last_mine last_message_id last_read_at last_sent_at last_seq last_text opened_at read_up_to received unread";

/** What the product's role may do with each table. `columns` lists those it may update when it may not update all. */
const GRANTS: Record<string, { rights: string; columns?: string }> = {
  access_record: { rights: "insert delete" },
  account_link: { rights: "select insert delete", columns: "freezes used_at" },
  acknowledgement: { rights: "select insert delete", columns: "mailed_at" },
  alarm: { rights: "select insert delete" },
  age_assurance: { rights: "select", columns: "mode" },
  audit_entry: { rights: "select insert" },
  authority_request: { rights: "select insert" },
  automatic_hide: { rights: "select insert", columns: "ended_at" },
  backup_run: { rights: "select" },
  ban_mark: { rights: "select insert delete" },
  banned_photo: { rights: "select insert delete", columns: "is_pending" },
  availability: { rights: "select insert delete", columns: "ends_at invited_at run_id starts_at" },
  availability_run: { rights: "select insert" },
  block: { rights: "select insert delete" },
  case_message: { rights: "select insert delete", columns: "is_reported kept_at" },
  case_photo: { rights: "select insert delete", columns: "kept_at" },
  case_profile: { rights: "select insert delete", columns: "kept_at" },
  city: { rights: "select" },
  consent: { rights: "select insert", columns: "revoked_at" },
  consent_text: { rights: "select insert" },
  conversation: { rights: "select insert", columns: CONVERSATION },
  daily_statistic: { rights: "select insert", columns: "counted_at value" },
  data_request: {
    rights: "select insert delete",
    columns: "alarmed_at answer answered_at answered_by confirmation_hash confirmed_at",
  },
  delayed_request: { rights: "select insert delete" },
  discovery_filter: { rights: "select insert update" },
  end_reminder: { rights: "select insert delete" },
  entitlement: { rights: "select" },
  erasure: { rights: "select insert delete", columns: "reminded_at" },
  favorite: { rights: "select insert delete" },
  hidden_pair: { rights: "select insert delete" },
  hidden_photo: { rights: "select insert delete", columns: "hidden_at is_under_review" },
  inactivity_warning: { rights: "select insert delete" },
  kysely_migration: { rights: "" },
  kysely_migration_lock: { rights: "" },
  key_invitation: { rights: "select insert", columns: "invited_at" },
  known_device: { rights: "select insert delete", columns: "last_used_at" },
  ledger_entry: { rights: "select insert" },
  mail: { rights: "select insert delete", columns: "body_html body_text failed_at kind sent_at subject" },
  measure: {
    rights: "select insert",
    columns: "answer appeal_text appeal_token_hash appealed_at decided_at decided_by ended_at ended_by is_granted",
  },
  member: { rights: "select insert", columns: "email is_email_proven password_hash password_set_at updated_at" },
  member_setting: { rights: "select insert update" },
  member_stream: { rights: "select insert", columns: "last_seq unread" },
  message: { rights: "select insert", columns: "read_at" },
  money_return: { rights: "select insert", columns: "state" },
  node: { rights: "select insert delete", columns: "seen_at" },
  node_member: { rights: "select insert delete" },
  notice: {
    rights: "select insert delete",
    columns:
      "answer braked_at confirmation_hash confirmed_at decided_at decided_by has_alarmed has_hidden is_hiding status",
  },
  notification: { rights: "select insert delete", columns: "created_at dismissed_at" },
  operator_setting: { rights: "select insert update delete" },
  operator_setting_change: { rights: "select insert" },
  order_event: { rights: "select insert" },
  passkey: { rights: "select insert delete", columns: "blocked_at counter last_used_at name off_since" },
  passkey_challenge: { rights: "select insert delete" },
  pending_welcome: { rights: "select insert delete" },
  personal_export: {
    rights: "select insert delete",
    columns: "bytes file_name finished_at id percent requested_at sealed_key state",
  },
  payment_webhook: { rights: "select insert", columns: "last_at order_id times" },
  photo: { rights: "select insert update delete" },
  photo_object: { rights: "select insert delete", columns: "created_at" },
  pix_charge: { rights: "select insert" },
  presence: { rights: "select insert update" },
  product_order: { rights: "select insert", columns: "paid_at reference state withdrawn_at" },
  profile: { rights: "select", columns: PROFILE },
  profile_change: { rights: "select delete" },
  profile_change_horizon: { rights: "select insert delete" },
  pruned_stream: { rights: "select insert", columns: "up_to" },
  push_subscription: { rights: "select insert delete", columns: "auth created_at member_id p256dh session_id" },
  quarter_figure: { rights: "select insert" },
  reaction: { rights: "select insert delete", columns: "emoji reacted_at" },
  recovery_code: { rights: "select insert delete", columns: "used_at" },
  refused_sign_up: { rights: "select insert delete", columns: "created_at password_hash" },
  report: { rights: "select insert" },
  report_case: { rights: "select insert", columns: "flagged_at reviewed_at reviewed_by severity status" },
  sandbox_payment: { rights: "select insert", columns: "paid_at state" },
  sandbox_return: { rights: "select insert", columns: "state" },
  second_factor: {
    rights: "select insert delete",
    columns: "added_on last_step off_since pending_at pending_secret secret set_up_at",
  },
  secret: { rights: "select" },
  session: {
    rights: "select insert delete",
    columns: "ended_at expires_at has_factor last_seen_at proved_at proved_by way_since",
  },
  slowed_member: { rights: "select insert", columns: "lifted_at lifted_by slowed_at" },
  stream_event: { rights: "select insert delete" },
  verification_document: { rights: "select insert delete", columns: "created_at" },
  verification_request: {
    rights: "select insert",
    columns: "birth_on document_mark documents_end_at note reason reviewed_at reviewed_by sealed_key status updated_at",
  },
  visit: { rights: "select insert delete", columns: "visited_at" },
  withdrawal_review: { rights: "select insert", columns: "alarmed_at decided_at decided_by is_accepted reason" },
};

test("[T15] the product's role has exactly the rights listed here, on every table", async () => {
  const { rows } = await sql<{ name: string; rights: string[]; columns: string[] }>`
    select relname as name,
      array(
        select lower(wanted)
        from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) wanted
        where has_table_privilege('caramelo_app', c.oid, wanted)
      ) as rights,
      array(
        select attname::text from pg_attribute a
        where attrelid = c.oid and attnum > 0 and not attisdropped
          and has_column_privilege('caramelo_app', c.oid, attnum, 'UPDATE')
          and not has_table_privilege('caramelo_app', c.oid, 'UPDATE')
        order by attname
      ) as columns
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
    order by relname`.execute(world.owner);
  const foundGrants = rows.map(({ name, rights, columns }) => [
    name,
    { rights: rights.join(" "), ...(columns.length > 0 && { columns: columns.join(" ") }) },
  ]);
  expect(Object.fromEntries(foundGrants)).toEqual(GRANTS);
});

describe("the database refuses the product's role", () => {
  const id = sql.lit(memberId);
  test.each([
    ["tokens for nothing", sql`update entitlement set tokens = 100`],
    ["conversations for nothing", sql`update entitlement set conversations = 10 where member_id = ${id}`],
    ["premium for nothing", sql`update entitlement set premium_until = 'infinity'`],
    ["a highlight for nothing", sql`update entitlement set highlighted_until = 'infinity'`],
    ["a second entitlement", sql`insert into entitlement (member_id, tokens) values (${id}, 5)`],
    ["forgetting an entitlement", sql`delete from entitlement`],
    ["rewriting the ledger", sql`update ledger_entry set tokens = 100`],
    ["forgetting the ledger", sql`delete from ledger_entry`],
    ["emptying the ledger", sql`truncate ledger_entry`],
    ["another price of an order", sql`update product_order set centavos = 1`],
    ["another product of an order", sql`update product_order set product = 'premium_quarterly'`],
    ["another buyer of an order", sql`update product_order set member_id = ${id}`],
    ["no order", sql`delete from product_order`],
    ["another moment of a request to withdraw", sql`update withdrawal_review set requested_at = now()`],
    ["no request to withdraw", sql`delete from withdrawal_review`],
    ["rewriting the history of an order", sql`update order_event set kind = 'paid'`],
    ["forgetting the history of an order", sql`delete from order_event`],
    ["another amount that went back", sql`update money_return set centavos = 1`],
    ["no money that went back", sql`delete from money_return`],
    ["rewriting the audit log", sql`update audit_entry set action = 'nothing'`],
    ["forgetting the audit log", sql`delete from audit_entry`],
    ["emptying the audit log", sql`truncate audit_entry`],
    ["another city", sql`update city set name = 'Gotham' where id = 3550308`],
    ["a new city", sql`insert into city (id, name, uf) values (1, 'Gotham', 'SP')`],
    ["no city", sql`delete from city`],
    ["another secret", sql`update secret set value = value`],
    ["a new secret", sql`insert into secret (name, value) values ('x', decode(repeat('00', 32), 'hex'))`],
    ["no secret", sql`delete from secret`],
    ["another consent text", sql`update consent set text_version = '1'`],
    ["another consent time", sql`update consent set given_at = now()`],
    ["no consent", sql`delete from consent`],
    ["another text of a consent", sql`update consent_text set text = '1'`],
    ["another request about data", sql`update data_request set words = '1'`],
    ["an admin out of a member", sql`update profile set is_admin = true where member_id = ${id}`],
    [
      "a new admin",
      sql`insert into profile (member_id, role, is_admin, name, created_at, updated_at) values (${id}, 'admin', true, 'x', now(), now())`,
    ],
    ["an admin by both columns", sql`update profile set role = 'admin', is_admin = true where member_id = ${id}`],
    ["another owner of a profile", sql`update profile set member_id = ${id}`],
    ["another beginning", sql`update profile set created_at = now()`],
    ["another beginning of a member", sql`update member set created_at = now()`],
    ["another id", sql`update member set id = ${id}`],
    ["no member", sql`delete from member`],
    ["no profile", sql`delete from profile`],
    ["the session of another member", sql`update session set member_id = ${id}`],
    ["another token", sql`update session set token_hash = token_hash`],
    ["a longer memory", sql`update session set is_remembered = true`],
    ["a photo of another name", sql`update photo_object set file_name = file_name`],
    ["another text of a message", sql`update message set text = 'x'`],
    ["another sender", sql`update message set sender_id = recipient_id`],
    ["another time of a message", sql`update message set sent_at = now()`],
    ["no message", sql`delete from message`],
    ["no conversation", sql`delete from conversation`],
    ["a fresh day of first messages", sql`update conversation set started_at = null`],
    ["another stream event", sql`update stream_event set up_to = 0`],
    ["another notification", sql`update notification set type = 'match'`],
    ["another reporter", sql`update report set reporter_id = ${id}`],
    ["no report", sql`delete from report`],
    ["another link", sql`update account_link set token_hash = token_hash`],
    ["a longer link", sql`update account_link set expires_at = 'infinity'`],
    ["another recipient of a mail", sql`update mail set recipient = 'eve@exemplo.invalid'`],
    ["the queue itself", sql`select graphile_worker.add_job('send-mail', '{}'::json)`],
    ["a demo member out of a person", sql`update profile set is_demo = true`],
    ["a managed profile out of a person", sql`update profile set is_managed = true`],
    ["the list of migrations", sql`select * from kysely_migration`],
    ["a table of its own", sql`create table mine (id integer)`],
    ["a change of a profile that none is", sql`insert into profile_change (kind) values ('all')`],
    ["a function of its own", sql`create function public.mine() returns integer language sql as 'select 1'`],
    ["no trigger", sql`alter table ledger_entry disable trigger all`],
    ["no constraint", sql`alter table entitlement drop constraint entitlement_tokens_check`],
    ["no table", sql`drop table ledger_entry`],
    ["a file of the machine", sql`select pg_read_file('/etc/hostname')`],
    ["a program of the machine", sql`copy (select 1) to program 'true'`],
    ["everybody's passwords", sql`select rolpassword from pg_authid`],
  ])("[T15] %s", async (_, statement) => {
    await expect(statement.execute(world.db)).rejects.toMatchObject({ code: "42501" });
  });

  test("[T15] a role of the staff for a member, by a constraint", async () => {
    const statement = sql`update profile set staff_role = 'owner' where member_id = ${id}`;
    await expect(statement.execute(world.db)).rejects.toMatchObject({ code: "23514" });
  });

  test("[T15] the admin role without the admin flag, by a constraint", async () => {
    const statement = sql`update profile set role = 'admin' where member_id = ${id}`;
    await expect(statement.execute(world.db)).rejects.toMatchObject({ code: "23514" });
  });
});

describe("a trigger that runs as the owner", () => {
  test("[T15] writes the real entitlement, not a temporary table of the same name", async () => {
    await world.db.transaction().execute(async (trx) => {
      await sql`create temp table entitlement (like public.entitlement) on commit drop`.execute(trx);
      await sql`
        insert into public.ledger_entry (id, member_id, kind, provider, provider_object_id, tokens, written_at)
        values (gen_random_uuid(), ${memberId}, 'purchase', 'test', gen_random_uuid()::text, 7, now())`.execute(trx);
    });
    const { tokens } = await world.db
      .selectFrom("entitlement")
      .select("tokens")
      .where("memberId", "=", memberId)
      .executeTakeFirstOrThrow();
    expect(tokens).toBe(7);
  });

  test("[T15] continues the real audit log, not a temporary table of the same name", async () => {
    const last = await world.db
      .selectFrom("auditEntry")
      .select(["id", "hash"])
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    await world.db.transaction().execute(async (trx) => {
      await sql`create temp table audit_entry (like public.audit_entry) on commit drop`.execute(trx);
      await sql`insert into public.audit_entry (at, action) values (now(), 'test.shadow')`.execute(trx);
    });
    const next = await world.db.selectFrom("auditEntry").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(next.id).toBe((last[0]?.id ?? 0) + 1);
    expect(next.previousHash).toEqual(last[0]?.hash ?? Buffer.alloc(0));
  });
});

describe("not even the owner", () => {
  test.each([
    ["rewrites the ledger", sql`update ledger_entry set tokens = 1`],
    ["deletes from the ledger", sql`delete from ledger_entry`],
    ["empties the ledger", sql`truncate ledger_entry`],
    ["rewrites the history of an order", sql`update order_event set kind = 'paid'`],
    ["deletes from the history of an order", sql`delete from order_event`],
    ["empties the history of an order", sql`truncate order_event`],
    ["rewrites the audit log", sql`update audit_entry set action = 'x'`],
    ["deletes from the audit log", sql`delete from audit_entry`],
    ["empties the audit log", sql`truncate audit_entry`],
  ])("[T15][D4.08][D5.21] %s by mistake", async (_, statement) => {
    await expect(statement.execute(world.owner)).rejects.toMatchObject({ code: "42501" });
  });
});
