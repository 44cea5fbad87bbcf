import { type Kysely, sql } from "kysely";

/**
 * The product runs as a role that may do only what each migration grants it: nothing it does, wanted or injected,
 * can rewrite the ledger or the audit log. Where the database's user may not create roles, the product says so at
 * start and runs as that user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      create role caramelo_app nologin;
    exception
      when duplicate_object or unique_violation or insufficient_privilege then null;
    end $$;
    do $$ begin
      execute format('grant caramelo_app to %I', current_user);
    exception
      when undefined_object or insufficient_privilege or invalid_grant_operation or unique_violation then null;
    end $$;

    create function grant_to_app(rights text, target text) returns void language plpgsql as $$
    begin
      if exists (select from pg_roles where rolname = 'caramelo_app') then
        execute format('grant %s on %s to caramelo_app', rights, target);
      end if;
    end $$`.execute(db);
}
