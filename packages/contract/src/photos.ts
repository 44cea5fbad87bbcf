import * as z from "zod";
import { call, wireInt } from "./call.ts";
import { PHOTO_SIZES } from "./limits.ts";

export const photos = {
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
