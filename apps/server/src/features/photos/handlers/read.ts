import { createHash } from "node:crypto";
import { contract } from "@caramelo/contract/contract";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { findPhotoSize, type PhotoName, photoKey } from "../../../platform/storage/key-rules.ts";
import { findKeptFile, findShownPhoto } from "../queries.ts";

// No other site may embed a photo, no crawler may index it and no browser may run it as a page. A browser may keep the
// photo but must ask each time before showing it, because the next person at a shared phone must not see it.
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
  // Where the site asks for an assured age at entry, a member without one sees no photos of others.
  if ((me.ageGate === "entry" || me.lacksConsent) && params.memberId !== me.id) fail("NOT_FOUND");
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
 * A stored photo never changes, so the tag follows from its name. Only the parts of the link are hashed: the whole
 * stored name contains a time, which a holder of the link could find by trying.
 */
function tagOf({ memberId, name, size }: PhotoName & { size: number }): string {
  return `"${createHash("sha256").update(`${memberId}/${name}/${size}`).digest("base64url").slice(0, 22)}"`;
}

/** Staff also see hidden photos, and reported photos that were removed since. */
async function findKept(db: Db, name: PhotoName, { isAdmin }: { isAdmin: boolean }): Promise<string | undefined> {
  return isAdmin ? findKeptFile(db, name) : undefined;
}
