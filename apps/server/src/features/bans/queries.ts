import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { BanMark } from "../../platform/database/types.generated.ts";

export async function addBanMarks(db: Db, marks: Insertable<BanMark>[]): Promise<void> {
  await db
    .insertInto("banMark")
    .values(marks)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes the marks of a ban that was undone. Photos that another measure took away must still not come back. */
export async function removeBanMarks(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("banMark").where("memberId", "=", memberId).execute();
  await sql`
    delete from banned_photo where member_id = ${memberId} and not exists (
      select from case_photo join measure on measure.photo_id = case_photo.photo_id
      where case_photo.file_name = banned_photo.file_name and measure.ended_at is null
    ) and not exists (
      select from hidden_photo join measure on measure.photo_id = hidden_photo.id
      where hidden_photo.file_name = banned_photo.file_name and measure.ended_at is null
    )`.execute(db);
}

export async function isBanned(db: Db, kind: "email" | "document", hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("banMark")
    .where("kind", "=", kind)
    .where("hash", "=", hash)
    .select("kind")
    .executeTakeFirst();
  return row !== undefined;
}

/** The keyed hash of the document by which a member was verified last, if the reviewer typed its number. */
export async function findDocumentMark(db: Db, memberId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("verificationRequest")
    .where("memberId", "=", memberId)
    .where("documentMark", "is not", null)
    .orderBy("createdAt", "desc")
    .limit(1)
    .select("documentMark")
    .executeTakeFirst();
  return row?.documentMark ?? undefined;
}

/** The file names of all stored photos of a member: shown, hidden, or removed by the member and kept as evidence. */
export async function listPhotoFiles(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`
    select file_name from photo where member_id = ${memberId}
    union select file_name from hidden_photo where member_id = ${memberId}
    union select case_photo.file_name
      from report_case join case_photo on case_photo.case_id = report_case.id
      where report_case.reported_id = ${memberId}`.execute(db);
  return rows.map(({ fileName }) => fileName);
}
