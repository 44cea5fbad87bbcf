import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { deferPositions, listPhotos, lockGallery } from "./queries.ts";
import { presentOwnPhoto } from "./rules.ts";

type Gallery = Awaited<ReturnType<typeof listPhotos>>;
type Change<T> = (trx: Db, gallery: Gallery) => Promise<T>;

/** Changes a member's photos in a transaction. `change` gets the photos as they were read under the lock. */
export function changeGallery<T>({ db }: Pick<Context, "db">, memberId: string, change: Change<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockGallery(trx, memberId);
    await deferPositions(trx);
    return change(trx, await listPhotos(trx, memberId));
  });
}

/** A member's photos as the member and the staff who edit them see them. */
export async function presentGallery(context: Pick<Context, "db" | "clock" | "photoLinks">, memberId: string) {
  const presentation = { photoLinks: context.photoLinks, now: context.clock.now() };
  return { photos: (await listPhotos(context.db, memberId)).map((photo) => presentOwnPhoto(photo, presentation)) };
}

export const idsOf = (photos: { id: string }[]) => photos.map(({ id }) => id);
