import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Consent } from "../../platform/database/types.generated.ts";

export async function addConsents(db: Db, consents: Insertable<Consent>[]): Promise<void> {
  await db.insertInto("consent").values(consents).execute();
}
