import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { shortEmail } from "@caramelo/contract/formats/short-email";
import { VERIFICATION_PAGE, VERIFICATION_QUEUE } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { ageOn } from "../../../base/members/rules.ts";
import { cityLabelOf } from "../../../platform/cities/cities.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { listPhotos } from "../../photos/queries.ts";
import { presentPhoto } from "../../photos/rules.ts";
import { recordListing, recordReading } from "../../staff-watch/commands.ts";
import {
  countRequests,
  findDocument,
  findStaffRequest,
  listOtherRequests,
  listQueue,
  listRequests,
} from "../staff-queries.ts";

const OTHERS_MAX = 20;

// No cache may keep a document, no other site may embed it, no crawler may index it and no browser may run it as a
// page.
const HEADERS = {
  "cache-control": "no-store",
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

type Row = Awaited<ReturnType<typeof listRequests>>[number];

function present({ id, memberId, name, email, status, createdAt, reviewedAt, hasPriority, hasDocuments }: Row) {
  return {
    id,
    member: { id: memberId, name, email: shortEmail(email) },
    status,
    createdAt,
    reviewedAt,
    hasPriority,
    hasDocuments,
  };
}

export const staffList = handle(contract.verification.staffList, async ({ query, me, ...context }) => {
  const { db, clock } = context;
  await recordListing(context, me, { list: "verifications", page: query.page });
  const offset = ((query.page ?? 1) - 1) * VERIFICATION_PAGE;
  const rows = await listRequests(db, { status: query.status, offset, limit: VERIFICATION_PAGE }, clock.now());
  const pending = await countRequests(db, "pending");
  const total = query.status === "pending" ? pending : await countRequests(db, query.status);
  return { requests: rows.map(present), total, pending };
});

export const staffQueue = handle(contract.verification.staffQueue, async ({ db, clock }) => ({
  ids: await listQueue(db, clock.now(), VERIFICATION_QUEUE),
  pending: await countRequests(db, "pending"),
}));

export const staffRequest = handle(contract.verification.staffRequest, async ({ params, me, ...context }) => {
  const { db, clock, photoLinks } = context;
  const now = clock.now();
  const today = dayInBrazil(now);
  const row = (await findStaffRequest(db, params.id, now)) ?? fail("NOT_FOUND");
  await recordReading(context, me, row.memberId);
  const { birthOn, reason, note, reviewer, documentsEndAt, estimatedBirthOn, cityId } = row;
  const photos = await listPhotos(db, row.memberId);
  return {
    ...present(row),
    birthOn,
    reason,
    note,
    reviewer,
    documentsEndAt,
    age: ageOn(birthOn, today),
    profile: {
      age: estimatedBirthOn === null ? null : ageOn(estimatedBirthOn, today),
      city: cityId === null ? null : cityLabelOf(cityId),
      isVerified: row.isVerified,
      isAgeAssured: row.verifiedBirthOn !== null,
      photos: photos.map((photo) => presentPhoto(photo, { photoLinks, now })),
    },
    others: await listOtherRequests(db, row.memberId, row.id, OTHERS_MAX),
  };
});

/** Returns a document. The audit entry about the opening is stored before the first byte is sent. */
export const document = handle(contract.verification.document, async ({ params, me, db, clock, documentVault }) => {
  requireFreshFactor(me, clock.now());
  const { id, kind } = params;
  const foundDocument = (await findDocument(db, id, kind)) ?? fail("NOT_FOUND");
  const { memberId, sealedKey, objectKey } = foundDocument;
  const bytes = (await documentVault.get({ ownerId: id, sealedKey, objectKey })) ?? fail("NOT_FOUND");
  await addAuditEntry(db, {
    at: clock.now(),
    actorId: me.id,
    action: "verification.document-opened",
    subjectId: memberId,
    details: { request: id, document: kind },
  });
  return { bytes, type: "image/webp", headers: HEADERS };
});
