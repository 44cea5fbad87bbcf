import { createHash } from "node:crypto";
import type pg from "pg";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";

/** A member of the bench who is signed in; `cookie` is what their browser would send. */
export type Visitor = { id: string; role: string; cityId: number; cookie: string };

/**
 * Signs active members in, `count` of them, half of them babies, none of them premium or managed, so that payers pay for
 * their messages. A session counts as used in an hour, so that no timed request has to write that down.
 */
export async function signIn(client: pg.Client, count: number): Promise<Visitor[]> {
  const { rows } = await client.query<Omit<Visitor, "cookie">>(
    `(select member_id as id, role, city_id as "cityId" from profile
       where is_active and tier in (1, 2) and role = 'baby' order by md5(member_id::text) limit $1)
     union all
     (select member_id, role, city_id from profile
       where is_active and tier in (1, 2) and role in ('daddy', 'mommy') order by md5(member_id::text) limit $2)`,
    [Math.ceil(count / 2), Math.floor(count / 2)],
  );
  const visitors = rows.map((row) => ({ ...row, token: tokenFor(row.id) }));
  await client.query("delete from session where user_agent = 'bench visitor'");
  await client.query(
    `insert into session (id, token_hash, member_id, is_remembered, user_agent, created_at, last_seen_at, expires_at)
     select id, hash, member_id, true, 'bench visitor', now(), now() + interval '1 hour', now() + interval '1 day'
     from unnest($1::uuid[], $2::bytea[], $3::uuid[]) as one (id, hash, member_id)`,
    [
      visitors.map(() => uuidv7(new Date())),
      visitors.map(({ token }) => createHash("sha256").update(token).digest()),
      visitors.map(({ id }) => id),
    ],
  );
  return visitors.map(({ token, ...visitor }) => ({ ...visitor, cookie: `__Host-caramelo=${token}` }));
}

function tokenFor(memberId: string): string {
  return createHash("sha256").update(`bench ${memberId}`).digest("base64url");
}
