import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { PHOTOS_MAX, PHOTOS_MIN } from "@caramelo/contract/limits";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import { receivePhotos } from "../../../platform/storage/photo-store.ts";
import { hasBannedPhoto } from "../../bans/photo-queries.ts";
import { changeGallery, idsOf, presentGallery } from "../change-gallery.ts";
import { countHiddenPhotos } from "../hidden-queries.ts";
import { dropPhotoObject } from "../jobs.ts";
import { addPhotoObjects } from "../object-queries.ts";
import { addPhotos, listPhotos, orderPhotos, removePhoto } from "../queries.ts";
import { isSamePhotos, orderWithMain, orderWithNew, orderWithout } from "../rules.ts";

export const add = handle(contract.photos.add, async ({ files, signal, me, ...context }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  if (files.length === 0) fail("VALIDATION_ERROR", { fields: { photos: fieldTexts.invalid } });
  // This early check avoids decoding photos that will be refused; the decisive check runs again under the lock.
  failIfTooMany((await listPhotos(context.db, me.id)).length + files.length);

  const record = (fileNames: string[], now: Date) => addPhotoObjects(context.db, fileNames, now);
  const isBanned = (fingerprints: string[]) => hasBannedPhoto(context.db, { fingerprints, memberId: me.id });
  const sender = { lane: "members", sender: me.id, signal } as const;
  const storedPhotos = await receivePhotos(context, { memberId: me.id, files, sender, record, isBanned });
  const now = context.clock.now();
  const addedPhotos = storedPhotos.map((photo) => ({ ...photo, id: randomId(), memberId: me.id, createdAt: now }));
  await changeGallery(context, me.id, async (trx, gallery) => {
    // The member may have been suspended or banned while the photos were decoded.
    if ((await findStanding(trx, me.id))?.suspendedAt) fail("PERMISSION_DENIED");
    // A hidden photo counts, because it may come back to its position.
    failIfTooMany(gallery.length + addedPhotos.length + (await countHiddenPhotos(trx, me.id)));
    const order = orderWithNew(idsOf(gallery), idsOf(addedPhotos));
    await orderPhotos(trx, order);
    await addPhotos(
      trx,
      addedPhotos.map((photo) => ({ ...photo, position: order.indexOf(photo.id) })),
    );
  });
  return presentGallery(context, me.id);
});

export const remove = handle(contract.photos.remove, async ({ params, me, ...context }) => {
  const { fileName } = await changeGallery(context, me.id, async (trx, gallery) => {
    const removedPhoto = gallery.find(({ id }) => id === params.id) ?? fail("NOT_FOUND");
    if (gallery.length <= PHOTOS_MIN) fail("PHOTOS_TOO_FEW");
    await removePhoto(trx, removedPhoto.id);
    await orderPhotos(trx, orderWithout(idsOf(gallery), removedPhoto.id));
    return removedPhoto;
  });
  await dropPhotoObject(context, fileName);
  return presentGallery(context, me.id);
});

export const setMain = handle(contract.photos.setMain, async ({ params, me, ...context }) => {
  await changeGallery(context, me.id, async (trx, gallery) => {
    const ids = idsOf(gallery);
    if (!ids.includes(params.id)) fail("NOT_FOUND");
    await orderPhotos(trx, orderWithMain(ids, params.id));
  });
  return presentGallery(context, me.id);
});

export const arrange = handle(contract.photos.arrange, async ({ body, me, ...context }) => {
  await changeGallery(context, me.id, async (trx, gallery) => {
    if (!isSamePhotos(idsOf(gallery), body.ids)) fail("PHOTOS_CHANGED");
    await orderPhotos(trx, body.ids);
  });
  return presentGallery(context, me.id);
});

function failIfTooMany(count: number): void {
  if (count > PHOTOS_MAX) fail("PHOTOS_TOO_MANY");
}
