import type { DocumentKind, VerificationStatus } from "@caramelo/contract/verification/calls";
import { hasVerificationPriority } from "../../base/money/premium-fragment-queries.ts";
import type { WaitingWork } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

type Page = { status: VerificationStatus | undefined; offset: number; limit: number };

function selectRequests(db: Db, now: Date) {
  return db
    .selectFrom("verificationRequest")
    .innerJoin("member", "member.id", "verificationRequest.memberId")
    .innerJoin("profile", "profile.memberId", "verificationRequest.memberId")
    .leftJoin("entitlement", "entitlement.memberId", "verificationRequest.memberId")
    .select((eb) => [
      "verificationRequest.id",
      "verificationRequest.memberId",
      "member.email",
      "profile.name",
      "verificationRequest.status",
      "verificationRequest.createdAt",
      "verificationRequest.reviewedAt",
      eb("verificationRequest.sealedKey", "is not", null).$castTo<boolean>().as("hasDocuments"),
      hasVerificationPriority(now).as("hasPriority"),
    ]);
}

/** A page of requests, the latest first; of pending ones, those with priority first. */
export function listRequests(db: Db, { status, offset, limit }: Page, now: Date) {
  return selectRequests(db, now)
    .$if(status !== undefined, (query) => query.where("verificationRequest.status", "=", status ?? "pending"))
    .$if(status === "pending", (query) => query.orderBy(hasVerificationPriority(now), "desc"))
    .orderBy("verificationRequest.createdAt", "desc")
    .orderBy("verificationRequest.id", "desc")
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countRequests(db: Db, status: VerificationStatus | undefined): Promise<number> {
  const { count } = await db
    .selectFrom("verificationRequest")
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "pending"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of the next requests to review: those with priority first, then the longest waiting. */
export async function listQueue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("verificationRequest")
    .leftJoin("entitlement", "entitlement.memberId", "verificationRequest.memberId")
    .where("status", "=", "pending")
    .orderBy(hasVerificationPriority(now), "desc")
    .orderBy("verificationRequest.createdAt")
    .orderBy("verificationRequest.id")
    .limit(limit)
    .select("verificationRequest.id")
    .execute();
  return rows.map(({ id }) => id);
}

export function findStaffRequest(db: Db, id: string, now: Date) {
  return selectRequests(db, now)
    .leftJoin("profile as reviewer", "reviewer.memberId", "verificationRequest.reviewedBy")
    .where("verificationRequest.id", "=", id)
    .select([
      "verificationRequest.birthOn",
      "verificationRequest.reason",
      "verificationRequest.note",
      "verificationRequest.documentsEndAt",
      "reviewer.name as reviewer",
      "profile.estimatedBirthOn",
      "profile.birthOn as verifiedBirthOn",
      "profile.cityId",
      "profile.isVerified",
    ])
    .executeTakeFirst();
}

export function listOtherRequests(db: Db, memberId: string, exceptId: string, limit: number) {
  return db
    .selectFrom("verificationRequest")
    .where("memberId", "=", memberId)
    .where("id", "<>", exceptId)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .select(["id", "status", "createdAt", "reason"])
    .execute();
}

/** The object key of a document and the sealed key that decrypts it; undefined once the sealed key is destroyed. */
export function findDocument(db: Db, requestId: string, kind: DocumentKind) {
  return db
    .selectFrom("verificationRequest")
    .innerJoin("verificationDocument", "verificationDocument.requestId", "verificationRequest.id")
    .where("verificationRequest.id", "=", requestId)
    .where("verificationDocument.kind", "=", kind)
    .where("verificationRequest.sealedKey", "is not", null)
    .select(["verificationRequest.memberId", "verificationRequest.sealedKey", "verificationDocument.objectKey"])
    .$narrowType<{ sealedKey: Buffer }>()
    .executeTakeFirst();
}

export async function findVerificationWork(db: Db): Promise<WaitingWork> {
  const { count, oldestAt } = await db
    .selectFrom("verificationRequest")
    .where("status", "=", "pending")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("createdAt").as("oldestAt")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt, oldestId: null };
}
