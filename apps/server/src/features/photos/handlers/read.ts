import { createHash } from "node:crypto";
import { contract } from "@caramelo/contract/contract";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { findPhotoSize, type PhotoName, photoKey } from "../../../platform/storage/photo-name-rules.ts";
import { findKeptFile, findShownPhoto } from "../queries.ts";

// No other site may embed a photo, no crawler index it and no browser run it. The browser that asked keeps it, but asks each
// time whether it may still show it: the next person at a shared phone may not.
const HEADERS = {
  "cache-control": "private, no-cache",
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** A wrong signature, a removed photo and a missing member get the same answer. */
export const read = handle(contract.photos.read, async ({ params, query, me, exchange, limits, ...context }) => {
  const { db, clock, storage, photoLinks } = context;
  const size = findPhotoSize(params.size) ?? fail("NOT_FOUND");
  if (!photoLinks.isGood(params, size, query.s, clock.now())) fail("NOT_FOUND");
  // Without an assured age, where the site asks for it at entry, a member sees nobody else.
  if (me.ageGate === "entry" && params.memberId !== me.id) fail("NOT_FOUND");
  const fileName = (await findShownPhoto(db, params, me)) ?? (await findKept(db, params, me)) ?? fail("NOT_FOUND");
  const etag = tagOf(params);
  const answer = { type: "image/webp", headers: { ...HEADERS, etag } };
  if (exchange.keptTags.includes(etag)) return { ...answer, bytes: "kept" as const };
  await limits.photoBytes.check();
  const object = (await storage.get(photoKey(fileName, size))) ?? fail("NOT_FOUND");
  await limits.photoBytes.charge(Math.ceil(object.bytes.byteLength / 1000));
  return { ...answer, bytes: object.bytes };
});

/**
 * A stored photo never changes, so its name stands for its bytes. Only what the link shows goes into the hash: whoever has
 * the link could find the time that the stored name holds by trying.
 */
function tagOf({ memberId, name, size }: PhotoName & { size: number }): string {
  return `"${createHash("sha256").update(`${memberId}/${name}/${size}`).digest("base64url").slice(0, 22)}"`;
}

/** Staff also see what was hidden, or removed after it was reported. */
async function findKept(db: Db, name: PhotoName, { isAdmin }: { isAdmin: boolean }): Promise<string | undefined> {
  return isAdmin ? findKeptFile(db, name) : undefined;
}
