import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { removeHiddenPhotosSql } from "../../photos/fragment-queries.ts";

/** The kept photos of a case, each with its present state. */
export function listKeptPhotos(db: Db, caseId: string) {
  return db
    .selectFrom("casePhoto")
    .leftJoin("photo", "photo.id", "casePhoto.photoId")
    .leftJoin("hiddenPhoto", "hiddenPhoto.id", "casePhoto.photoId")
    .where("casePhoto.caseId", "=", caseId)
    .orderBy("casePhoto.keptAt")
    .orderBy("photo.position")
    .orderBy("casePhoto.photoId")
    .select([
      "casePhoto.fileName",
      "casePhoto.photoId",
      "casePhoto.width",
      "casePhoto.height",
      "casePhoto.thumbhash",
      "photo.id as shownId",
      "hiddenPhoto.id as hiddenId",
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("measure")
            .whereRef("measure.photoId", "=", "casePhoto.photoId")
            .where("measure.endedAt", "is", null)
            .select("measure.id"),
        )
        .$castTo<boolean>()
        .as("isTaken"),
    )
    .execute();
}

export function findKeptPhoto(db: Db, photoId: string) {
  return db
    .selectFrom("casePhoto")
    .innerJoin("reportCase", "reportCase.id", "casePhoto.caseId")
    .where("casePhoto.photoId", "=", photoId)
    .select(["casePhoto.fileName", "reportCase.reportedId as memberId"])
    .limit(1)
    .executeTakeFirst();
}

/** The photo of a member that a link names, if a case has kept it. */
export function findKeptPhotoByName(db: Db, { memberId, name }: { memberId: string; name: string }) {
  return db
    .selectFrom("casePhoto")
    .innerJoin("reportCase", "reportCase.id", "casePhoto.caseId")
    .where("reportCase.reportedId", "=", memberId)
    .where("casePhoto.fileName", "like", `%-${name}.webp`)
    .select(["casePhoto.photoId as id", "casePhoto.fileName"])
    .limit(1)
    .executeTakeFirst();
}

const HAS_WAITING_APPEAL = sql<boolean>`exists (
  select from measure
  where measure.photo_id = hidden_photo.id and measure.appealed_at is not null and measure.decided_at is null
)`;

/** SQL: removes photos that were taken away before `day`, unless an appeal waits. */
export const removeOldHiddenPhotosSql = (day: Date, limit: number) =>
  removeHiddenPhotosSql(day, limit, HAS_WAITING_APPEAL);
