import * as z from "zod";
import { call, id, wireInt } from "../call/call.ts";
import { fileErrors, ownChangeCall, quietMemberCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { PHOTO_MAX_BYTES, PHOTO_SIZES, PHOTOS_MAX } from "../limits.ts";
import { OwnPhoto } from "../profiles/calls.ts";

/** The caller's photos after a change, in order. */
const Gallery = z.strictObject({ photos: z.array(OwnPhoto) });

export const photos = {
  add: call({
    ...ownChangeCall,
    kind: "upload",
    method: "POST",
    path: "/profile/photos",
    isRare: true,
    limit: [
      perMember("uploadAttempts", { taken: "entry" }),
      perMember("uploads", { counts: "files", isStaffFree: true }),
    ],
    names: "nothing",
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    body: z.strictObject({}),
    answers: Gallery,
    errors: ["PHOTO_BANNED", ...fileErrors, "RATE_LIMIT_EXCEEDED", "PERMISSION_DENIED"],
    summary: "Adds photos right behind the caller's profile photo, all of them or none; five at most.",
  }),
  remove: call({
    ...ownChangeCall,
    method: "DELETE",
    path: "/profile/photos/:id",
    isRare: true,
    names: { thing: "photo", verdicts: only("own", "NOT_FOUND"), staff: { own: "NOT_FOUND" }, isUsedUp: true },
    params: z.strictObject({ id: id() }),
    answers: Gallery,
    errors: ["NOT_FOUND", "PHOTOS_TOO_FEW", "RATE_LIMIT_EXCEEDED"],
    summary: "Removes one of the caller's photos for good; two always stay.",
  }),
  setMain: call({
    ...ownChangeCall,
    method: "PUT",
    path: "/profile/photos/:id/main",
    isRare: true,
    names: { thing: "photo", verdicts: only("own", "NOT_FOUND"), staff: { own: "NOT_FOUND" } },
    params: z.strictObject({ id: id() }),
    answers: Gallery,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Moves one of the caller's photos to the first position, which makes it the profile photo.",
  }),
  arrange: call({
    ...ownChangeCall,
    method: "PUT",
    path: "/profile/photos",
    isRare: true,
    names: { thing: "photo", verdicts: only("own", "PHOTOS_CHANGED"), staff: { own: "PHOTOS_CHANGED" } },
    body: z.strictObject({ ids: z.array(id()).min(1).max(PHOTOS_MAX) }),
    answers: Gallery,
    errors: ["PHOTOS_CHANGED", "RATE_LIMIT_EXCEEDED"],
    summary: "Puts the caller's photos in this order; it must name each of them once.",
  }),
  read: call({
    ...quietMemberCall,
    kind: "stream",
    method: "GET",
    path: "/photos/:memberId/:name/:size",
    isRare: true,
    isOpenBeforeAge: true,
    // A request for a photo cached by the browser counts as a read, but not by its size.
    limit: [perMember("photoReads"), perMember("photoBytes", { counts: "kilobytes", isStaffFree: true })],
    names: {
      thing: "photo link",
      verdicts: { own: "ok", counterpart: "ok", stranger: "NOT_FOUND", missing: "NOT_FOUND" },
      blocked: { counterpart: "NOT_FOUND" },
      unassured: { counterpart: "NOT_FOUND" },
      staff: { own: "NOT_FOUND" },
    },
    params: z.strictObject({
      memberId: id(),
      /** The random part of the photo's name, which does not reveal when the photo was added. */
      name: z.string().regex(/^[0-9a-f]{32}$/),
      size: wireInt(Math.min(...Object.values(PHOTO_SIZES)), Math.max(...Object.values(PHOTO_SIZES))),
    }),
    query: z.strictObject({
      /** The signature of the link. */
      s: z.string().regex(/^[\w-]{22}$/),
      /** Changes the address for a retry, to bypass the browser's cache. Not covered by the signature. */
      r: z.string().max(20).optional(),
    }),
    answers: z.null(),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "The bytes of one stored size of a photo, as WebP, at a signed link that changes daily.",
  }),
};
