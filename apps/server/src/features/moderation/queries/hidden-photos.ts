import { sql } from "kysely";
import { removeHiddenPhotosSql } from "../../photos/fragment-queries.ts";

const HAS_WAITING_APPEAL = sql<boolean>`exists (
  select from measure
  where measure.photo_id = hidden_photo.id and measure.appealed_at is not null and measure.decided_at is null
)`;

/** SQL: removes photos that were taken away before `day`, unless an appeal waits. */
export const removeOldHiddenPhotosSql = (day: Date, limit: number) =>
  removeHiddenPhotosSql(day, limit, HAS_WAITING_APPEAL);
