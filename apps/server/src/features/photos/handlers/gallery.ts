import { contract } from "@caramelo/contract/contract";
import { fieldTexts } from "@caramelo/contract/errors";
import { PHOTOS_MAX, PHOTOS_MIN } from "@caramelo/contract/limits";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { receivePhotos } from "../../../platform/photo-store.ts";
import { presentOwnPhoto } from "../../profiles/rules.ts";
import { dropPhotoObject } from "../jobs.ts";
import {
  addPhotoObjects,
  addPhotos,
  listPhotos,
  lockGallery,
  loosenPlaces,
  placePhotos,
  removePhoto,
} from "../queries.ts";
import { isSamePhotos, orderWithMain, orderWithNew, orderWithout } from "../rules.ts";

type Gallery = Awaited<ReturnType<typeof listPhotos>>;

export const add = handle(contract.photos.add, async ({ files, me, ...context }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  if (files.length === 0) fail("VALIDATION_ERROR", { fields: { photos: fieldTexts.invalid } });
  for (const _ of files) await context.limits.uploads.take(me.id);
  // Said before the work is done; what counts is asked again under the lock.
  refuseTooMany((await listPhotos(context.db, me.id)).length + files.length);

  const announce = (fileNames: string[], now: Date) => addPhotoObjects(context.db, fileNames, now);
  const stored = await receivePhotos(context, me.id, files, announce);
  const now = context.clock.now();
  const added = stored.map((photo) => ({ ...photo, id: uuidv7(now), memberId: me.id, createdAt: now }));
  await changeGallery(context, me.id, async (trx, gallery) => {
    refuseTooMany(gallery.length + added.length);
    const order = orderWithNew(idsOf(gallery), idsOf(added));
    await placePhotos(trx, order);
    await addPhotos(
      trx,
      added.map((photo) => ({ ...photo, position: order.indexOf(photo.id) })),
    );
  });
  return show(context, me.id);
});

export const remove = handle(contract.photos.remove, async ({ params, me, ...context }) => {
  const { fileName } = await changeGallery(context, me.id, async (trx, gallery) => {
    const gone = gallery.find(({ id }) => id === params.id) ?? fail("NOT_FOUND");
    if (gallery.length <= PHOTOS_MIN) fail("PHOTOS_TOO_FEW");
    await removePhoto(trx, gone.id);
    await placePhotos(trx, orderWithout(idsOf(gallery), gone.id));
    return gone;
  });
  await dropPhotoObject(context, fileName);
  return show(context, me.id);
});

export const setMain = handle(contract.photos.setMain, async ({ params, me, ...context }) => {
  await changeGallery(context, me.id, async (trx, gallery) => {
    const ids = idsOf(gallery);
    if (!ids.includes(params.id)) fail("NOT_FOUND");
    await placePhotos(trx, orderWithMain(ids, params.id));
  });
  return show(context, me.id);
});

export const arrange = handle(contract.photos.arrange, async ({ body, me, ...context }) => {
  await changeGallery(context, me.id, async (trx, gallery) => {
    if (!isSamePhotos(idsOf(gallery), body.ids)) fail("PHOTOS_CHANGED");
    await placePhotos(trx, body.ids);
  });
  return show(context, me.id);
});

/** One change of one's photos, on what they are at that moment; one's other tabs and devices hear of it. */
async function changeGallery<T>(
  { db, live }: Pick<Context, "db" | "live">,
  memberId: string,
  change: (trx: Db, gallery: Gallery) => Promise<T>,
): Promise<T> {
  const result = await db.transaction().execute(async (trx) => {
    await lockGallery(trx, memberId);
    await loosenPlaces(trx);
    return change(trx, await listPhotos(trx, memberId));
  });
  live.tell(memberId, "changed", { what: "self" });
  return result;
}

const idsOf = (photos: { id: string }[]) => photos.map(({ id }) => id);

function refuseTooMany(count: number): void {
  if (count > PHOTOS_MAX) fail("PHOTOS_TOO_MANY");
}

async function show({ db, clock, photoLinks }: Pick<Context, "db" | "clock" | "photoLinks">, memberId: string) {
  const showing = { photoLinks, now: clock.now() };
  return { photos: (await listPhotos(db, memberId)).map((photo) => presentOwnPhoto(photo, showing)) };
}
