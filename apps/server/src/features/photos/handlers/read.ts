import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { photoKey } from "../../../platform/photo-name-rules.ts";
import { isPhotoShown } from "../queries.ts";

// Ours to serve, nobody's to index, embed or run; kept an hour by the one browser that asked.
const HEADERS = {
  "cache-control": "private, max-age=3600",
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** A wrong signature, a removed photo and a member who is gone look alike. */
export const read = handle(contract.photos.read, async ({ params, query, me, db, clock, storage, photoLinks }) => {
  const fileName = `${params.memberId}/gallery/${params.name}.webp`;
  if (!photoLinks.isGood(fileName, params.size, query.s, clock.now())) fail("NOT_FOUND");
  if (!(await isPhotoShown(db, fileName, me))) fail("NOT_FOUND");
  const object = (await storage.get(photoKey(fileName, params.size))) ?? fail("NOT_FOUND");
  return { bytes: object.bytes, type: "image/webp", headers: HEADERS };
});
