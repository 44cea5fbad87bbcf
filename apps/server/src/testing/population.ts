import type { AccountType } from "@caramelo/contract/accounts";
import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/** As much of a member as lists order and filter by. */
export type Soul = {
  id: string;
  role: AccountType;
  tier: number;
  shuffleKey: number;
  age: number;
  cityId: number;
  isWildcardCity: boolean;
  isActive: boolean;
};

/** Many members at once, with the age they have `today`; they never sign in. */
export async function makePopulation(owner: Db, souls: Soul[], today: string): Promise<void> {
  const rows = sql`
    jsonb_to_recordset(${JSON.stringify(souls)}::jsonb) as soul (
      id uuid, role text, tier int, "shuffleKey" int, age int, "cityId" int, "isWildcardCity" bool, "isActive" bool
    )`;
  await sql`
    insert into member (id, email, password_hash, created_at, updated_at)
    select id, id || '@exemplo.invalid', 'x', now(), now() from ${rows}`.execute(owner);
  await sql`
    insert into profile (
      member_id, role, gender, name, stated_age, age_stated_on, city_id, bio, looking_for, tier, shuffle_key,
      is_wildcard_city, deactivated_at, created_at, updated_at
    )
    select
      id, role, case role when 'daddy' then 'Masculino' else 'Feminino' end, 'Alguém', age, ${today}::date, "cityId",
      'x', 'x', tier, "shuffleKey", "isWildcardCity", case when not "isActive" then now() end, now(), now()
    from ${rows}`.execute(owner);
}
