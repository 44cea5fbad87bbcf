import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** SQL: a measure in force took away the photo with this file name. */
export const isTaken = (fileName: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (
    select from measure join hidden_photo on hidden_photo.id = measure.photo_id
    where hidden_photo.file_name = ${fileName} and measure.ended_at is null
  ) or exists (
    select from measure join case_photo on case_photo.photo_id = measure.photo_id
    where case_photo.file_name = ${fileName} and measure.ended_at is null
  )
)`;

/**
 * Why a photo must not come back: `taken` by staff, `pending` (hidden until its review), or `banned` like its member.
 * `none`: no reason applies any more, because staff have shown the photo again.
 */
export async function findBanReason(
  db: Db,
  { fileName, memberId }: { fileName: string; memberId: string },
): Promise<"none" | "taken" | "pending" | "banned"> {
  const { rows } = await sql<{ isShown: boolean; isTaken: boolean; isPending: boolean; isBanned: boolean }>`
    select
      exists (
        select from photo join profile on profile.member_id = photo.member_id
        where photo.file_name = ${fileName} and profile.banned_at is null
      ) as is_shown,
      ${isTaken(sql.val(fileName))} as is_taken,
      exists (
        select from hidden_photo join profile on profile.member_id = hidden_photo.member_id
        where hidden_photo.file_name = ${fileName} and is_under_review and profile.banned_at is null
      ) as is_pending,
      exists (select from profile where member_id = ${memberId} and banned_at is not null) as is_banned`.execute(db);
  if (rows[0]?.isShown) return "none";
  if (rows[0]?.isTaken) return "taken";
  if (rows[0]?.isPending) return "pending";
  return rows[0]?.isBanned ? "banned" : "none";
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
