import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { findMailAddress } from "../../../base/members/member-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { changeGallery, idsOf, presentGallery } from "../change-gallery.ts";
import { dropPhotoObject } from "../jobs.ts";
import { findPhoto, orderPhotos, removePhoto } from "../queries.ts";
import { orderWithMain, orderWithout } from "../rules.ts";

type Action = { photoId: string; actorId: string; what: "removed" | "chosen" };

/** Staff may remove even one of a member's last two photos, because a forbidden photo goes at once. */
export const staffRemovePhoto = handle(
  contract.photos.staffRemovePhoto,
  async ({ params, me, publishChange, ...context }) => {
    const action = { photoId: params.id, actorId: me.id, what: "removed" } as const;
    const { memberId, fileName } = await changeAsStaff(context, action, async (trx, ids) => {
      await removePhoto(trx, params.id);
      await orderPhotos(trx, orderWithout(ids, params.id));
    });
    // The photo must not stay visible because a store is silent.
    publishChange([memberId]);
    await dropPhotoObject(context, fileName);
    return presentGallery(context, memberId);
  },
);

export const staffSetMainPhoto = handle(
  contract.photos.staffSetMainPhoto,
  async ({ params, me, publishChange, ...context }) => {
    const action = { photoId: params.id, actorId: me.id, what: "chosen" } as const;
    const { memberId } = await changeAsStaff(context, action, (trx, ids) =>
      orderPhotos(trx, orderWithMain(ids, params.id)),
    );
    publishChange([memberId]);
    return presentGallery(context, memberId);
  },
);

/** Changes a member's photos and adds an audit entry. Notifies the member unless the profile is managed. */
async function changeAsStaff(
  { db, clock }: Pick<Context, "db" | "clock">,
  { photoId, actorId, what }: Action,
  change: (trx: Db, ids: string[]) => Promise<void>,
): Promise<{ memberId: string; fileName: string }> {
  const now = clock.now();
  const { memberId } = (await findPhoto(db, photoId)) ?? fail("NOT_FOUND");
  return changeGallery({ db }, memberId, async (trx, photos) => {
    const photo = photos.find(({ id }) => id === photoId) ?? fail("NOT_FOUND");
    await change(trx, idsOf(photos));
    const details = { photo: photoId };
    await addAuditEntry(trx, { at: now, actorId, action: `photo.${what}`, subjectId: memberId, details });
    const to = await findMailAddress(trx, memberId);
    if (to !== undefined) await addMail(trx, to, writeMail(`photo-${what}`), now);
    return { memberId, fileName: photo.fileName };
  });
}
