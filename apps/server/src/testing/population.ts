import type { AccountType } from "@caramelo/contract/accounts/account";
import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/** The columns of a member that lists order and filter by. */
export type SeedMember = {
  id: string;
  role: AccountType;
  tier: number;
  shuffleKey: number;
  age: number;
  cityId: number;
  isWildcardCity: boolean;
  isActive: boolean;
  isVerified?: boolean;
  /** How long before `now` they signed up. */
  joinedHoursAgo?: number;
  /**
   * `online` and `recent` hold during the whole test, `hidden` is online but hides it, and `gone` was active long ago.
   * Without a value, they were never active.
   */
  presence?: "online" | "recent" | "hidden" | "gone" | undefined;
};

/** How many members one statement stores in time on a busy machine. */
const AT_ONCE = 5_000;

/** Stores many members, who never sign in. `age` is their age on the day `today`. */
export async function makePopulation(
  owner: Db,
  members: SeedMember[],
  today: string,
  now: Date = new Date(),
): Promise<void> {
  for (let at = 0; at < members.length; at += AT_ONCE)
    await storeMembers(owner, members.slice(at, at + AT_ONCE), today, now);
}

async function storeMembers(owner: Db, members: SeedMember[], today: string, now: Date): Promise<void> {
  const rows = sql`
    jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as seed_member (
      id uuid, role text, tier int, "shuffleKey" int, age int, "cityId" int, "isWildcardCity" bool, "isActive" bool,
      "isVerified" bool, "joinedHoursAgo" int, presence text
    )`;
  await sql`
    insert into member (id, email, password_hash, created_at, updated_at)
    select id, id || '@exemplo.invalid', 'x', now(), now() from ${rows}`.execute(owner);
  await sql`
    insert into profile (
      member_id, role, gender, name, stated_age, age_stated_on, city_id, tier, shuffle_key,
      ${sql.join(ABOUT_NAMES.map((name) => sql.ref(name)))}, is_wildcard_city, is_verified, is_managed,
      deactivated_at, created_at, updated_at
    )
    select
      id, role, case role when 'daddy' then 'Masculino' else 'Feminino' end, 'Alguém', age, ${today}::date, "cityId",
      tier, "shuffleKey", ${sql.join(ABOUT_NAMES.map(() => sql.lit("x")))}, "isWildcardCity",
      coalesce("isVerified", false), tier = 3, case when not "isActive" then now() end,
      ${now}::timestamptz - coalesce("joinedHoursAgo", 0) * interval '1 hour', now()
    from ${rows}`.execute(owner);
  await sql`
    insert into presence (member_id, last_active_at, left_at, is_hidden)
    select id, case when presence = 'gone' then timestamptz '2020-01-01' else '2100-01-01' end,
      case when presence in ('recent', 'gone') then now() end, presence = 'hidden'
    from ${rows} where presence is not null`.execute(owner);
}
