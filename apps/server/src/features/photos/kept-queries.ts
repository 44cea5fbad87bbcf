import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Records the photos that a member has now. No sweep removes the stored picture of a photo that a case names. */
export async function keepPhotos(db: Db, caseId: string, memberId: string, now: Date): Promise<void> {
  await sql`
    insert into case_photo (case_id, file_name, photo_id, width, height, thumbhash, kept_at)
    select ${caseId}, file_name, id, width, height, thumbhash, ${now} from photo where member_id = ${memberId}
    on conflict do nothing`.execute(db);
}
