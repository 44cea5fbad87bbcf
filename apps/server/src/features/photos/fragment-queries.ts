import { type RawBuilder, sql } from "kysely";

/** SQL: removes photos kept as evidence. `chosen` is SQL of a query for the `case_id` and `file_name` of each. */
export const removeKeptPhotosSql = (chosenPhotos: RawBuilder<unknown>) => sql`
  delete from case_photo where (case_id, file_name) in (${chosenPhotos})`;

/**
 * SQL: removes photos that were taken away before `day`, which cannot be restored any more. `isHeld` is SQL: something
 * still needs the `hidden_photo`.
 */
export const removeHiddenPhotosSql = (day: Date, limit: number, isHeld: RawBuilder<boolean>) => sql`
  delete from hidden_photo where id in (
    select id from hidden_photo where not is_under_review and hidden_at < ${day} and not ${isHeld}
    order by hidden_at limit ${limit} for update skip locked
  )`;
