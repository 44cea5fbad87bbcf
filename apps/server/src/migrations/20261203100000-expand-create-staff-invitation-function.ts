import { type Kysely, sql } from "kysely";

/**
 * The only way by which the product's role makes staff: an account that did not exist before, for an owner who has just
 * proved who they are, and with its row of the audit log. Neither the account, its moment nor its row can be left out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_invited_staff(
      account uuid, address text, first_password_hash text, person text, wanted_role text, inviter_session uuid
    ) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      inviter uuid;
      made_at timestamptz;
    begin
      -- The locks come first and in the order of every change of the staff, so that what is read after them is the latest
      -- state: whoever takes the inviter's role, access or session away has done so, or waits.
      select member_id into inviter from session where id = inviter_session;
      perform from member where id = inviter for share;
      perform from profile where member_id = inviter for share;
      made_at := date_trunc('milliseconds', clock_timestamp());
      perform from session
        join profile on profile.member_id = session.member_id
        where session.id = inviter_session and session.ended_at is null and session.expires_at > made_at
          and session.proved_at >= made_at - interval '10 minutes'
          and profile.is_admin and profile.staff_role = 'owner' and profile.is_open;
      if not found then
        return false;
      end if;
      insert into member (id, email, password_hash, created_at, updated_at)
        values (account, address, first_password_hash, made_at, made_at);
      insert into profile (member_id, role, is_admin, staff_role, name, created_at, updated_at)
        values (account, 'admin', true, wanted_role, person, made_at, made_at);
      -- The caller chooses no moment, neither as a value nor by a lock that it holds elsewhere meanwhile, or the row could
      -- be hidden among those of another day.
      perform pg_advisory_xact_lock(hashtext('audit_entry'));
      insert into audit_entry (at, actor_id, action, subject_id, details)
        values (
          date_trunc('milliseconds', clock_timestamp()), inviter, 'team.invited', account,
          jsonb_build_object('to', wanted_role)
        );
      return true;
    end $$;
    comment on function add_invited_staff is 'False, and nothing made, unless the session is that of an owner with a fresh proof';
    revoke execute on function add_invited_staff from public;
    select grant_to_app('execute', 'function add_invited_staff')`.execute(db);
}
