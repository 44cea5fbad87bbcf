import * as z from "zod";
import { call, id, wireInt } from "./call.ts";
import { PHOTO_MAX_BYTES, PHOTO_SIZES, PHOTOS_MAX } from "./limits.ts";
import { OwnPhoto } from "./profiles.ts";

/** The caller's photos as they are after a change, in their order. */
const Gallery = z.strictObject({ photos: z.array(OwnPhoto) });

export const photos = {
  add: call({
    kind: "upload",
    method: "POST",
    path: "/profile/photos",
    access: "member",
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    body: z.strictObject({}),
    answers: Gallery,
    errors: ["PHOTOS_TOO_MANY", "FILE_TOO_LARGE", "FILE_INVALID_TYPE", "RATE_LIMIT_EXCEEDED", "PERMISSION_DENIED"],
    summary: "Adds photos right behind the caller's profile photo, all of them or none; five at most.",
  }),
  remove: call({
    method: "DELETE",
    path: "/profile/photos/:id",
    access: "member",
    params: z.strictObject({ id: id() }),
    answers: Gallery,
    errors: ["NOT_FOUND", "PHOTOS_TOO_FEW"],
    summary: "Removes one of the caller's photos for good; two always stay.",
  }),
  setMain: call({
    method: "PUT",
    path: "/profile/photos/:id/main",
    access: "member",
    params: z.strictObject({ id: id() }),
    answers: Gallery,
    errors: ["NOT_FOUND"],
    summary: "Moves one of the caller's photos to the first place, which makes it the profile photo.",
  }),
  arrange: call({
    method: "PUT",
    path: "/profile/photos",
    access: "member",
    body: z.strictObject({ ids: z.array(id()).min(1).max(PHOTOS_MAX) }),
    answers: Gallery,
    errors: ["PHOTOS_CHANGED"],
    summary: "Puts the caller's photos in this order; it must name each of them once.",
  }),
  read: call({
    kind: "stream",
    method: "GET",
    path: "/photos/:memberId/:name/:size",
    access: "member",
    params: z.strictObject({
      memberId: z.uuid(),
      name: z.string().regex(/^\d{13}-[0-9a-f]{32}$/),
      size: wireInt(PHOTO_SIZES[0], PHOTO_SIZES[2]),
    }),
    query: z.strictObject({
      /** The signature. */
      s: z.string().regex(/^[\w-]{22}$/),
      /** Cache-buster of a browser that tries again; outside the signature. */
      r: z.string().max(20).optional(),
    }),
    answers: z.null(),
    errors: ["NOT_FOUND"],
    summary: "The bytes of one stored size of a photo, as WebP, at a signed link that changes daily.",
  }),
};
