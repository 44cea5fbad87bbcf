import * as z from "zod";
import { call, wireInt } from "./call.ts";

export const photos = {
  read: call({
    kind: "stream",
    method: "GET",
    path: "/photos/:memberId/:name/:size",
    access: "member",
    params: z.strictObject({
      memberId: z.uuid(),
      name: z.string().regex(/^\d{13}-[0-9a-f]{32}$/),
      size: wireInt(320, 1920),
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
