import type { VerificationStatus } from "@caramelo/contract/verification/calls";
import type { VerificationReason } from "@caramelo/contract/verification/reasons";
import type { Insertable } from "kysely";
import { hasVerificationPriority } from "../../base/money/premium-fragment-queries.ts";
import { countEvents, type MemberEvents, type Period } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import type { VerificationRequest } from "../../platform/database/types.generated.ts";

export async function getOwnVerification(db: Db, memberId: string, now: Date) {
  const profile = await db
    .selectFrom("profile")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .where("profile.memberId", "=", memberId)
    .select(["profile.birthOn", "profile.isManaged", hasVerificationPriority(now).as("hasPriority")])
    .executeTakeFirstOrThrow();
  return { ...profile, latest: await findLatestRequest(db, memberId) };
}

export function findLatestRequest(db: Db, memberId: string) {
  return db
    .selectFrom("verificationRequest")
    .where("memberId", "=", memberId)
    .orderBy("createdAt", "desc")
    .limit(1)
    .select(["status", "birthOn", "createdAt", "reviewedAt", "reason", "note"])
    .executeTakeFirst();
}

export async function addRequest(db: Db, request: Insertable<VerificationRequest>): Promise<void> {
  await db.insertInto("verificationRequest").values(request).execute();
}

export function lockRequest(db: Db, id: string) {
  return db.selectFrom("verificationRequest").where("id", "=", id).select("status").forNoKeyUpdate().executeTakeFirst();
}

export function findRequestMember(db: Db, id: string) {
  return db
    .selectFrom("verificationRequest")
    .innerJoin("member", "member.id", "verificationRequest.memberId")
    .where("verificationRequest.id", "=", id)
    .select(["member.id", "member.email"])
    .executeTakeFirst();
}

type Decision = {
  status: Exclude<VerificationStatus, "pending">;
  reviewedBy: string;
  documentsEndAt: Date;
  birthOn?: string;
  reason?: VerificationReason;
  note?: string | null;
  documentMark?: Buffer | null;
};

export async function decideRequest(db: Db, id: string, decision: Decision, now: Date): Promise<void> {
  await db
    .updateTable("verificationRequest")
    .set({ ...decision, reviewedAt: now, updatedAt: now })
    .where("id", "=", id)
    .execute();
}

type Revocation = { reviewedBy: string; reason: VerificationReason; note: string | null; documentsEndAt: Date };

/**
 * Turns an approved request into a rejected one. The document's number is free again, and the remaining documents are
 * kept as long as after any rejection.
 */
export async function revokeApproval(db: Db, id: string, revocation: Revocation, now: Date): Promise<void> {
  const { documentsEndAt, ...decision } = revocation;
  await db
    .updateTable("verificationRequest")
    .set((eb) => ({
      ...decision,
      status: "rejected",
      documentMark: null,
      documentsEndAt: eb
        .case()
        .when("sealedKey", "is", null)
        .then(eb.ref("documentsEndAt"))
        .else(eb.val(documentsEndAt))
        .end(),
      reviewedAt: now,
      updatedAt: now,
    }))
    .where("id", "=", id)
    .execute();
}

/** Stores which age assurance the site asks for from now on. */
export async function changeAgeAssurance(db: Db, mode: "off" | "messaging" | "entry"): Promise<void> {
  await db.updateTable("ageAssurance").set({ mode }).where("mode", "<>", mode).execute();
}

export async function getAgeAssurance(db: Db): Promise<"off" | "messaging" | "entry"> {
  return (await db.selectFrom("ageAssurance").select("mode").executeTakeFirstOrThrow()).mode;
}

/** The keyed hash of the document by which a member was verified last, if the reviewer typed its number. */
export async function findDocumentMark(db: Db, memberId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("verificationRequest")
    .where("memberId", "=", memberId)
    .where("documentMark", "is not", null)
    .orderBy("createdAt", "desc")
    .limit(1)
    .select("documentMark")
    .executeTakeFirst();
  return row?.documentMark ?? undefined;
}

/**
 * Members whose documents the site held at some moment of a period: sent before its end, and not destroyed before its
 * beginning. It reads all requests, which one command of the operator may.
 */
export function listDocumentOwners(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("verificationRequest")
    .where("createdAt", "<", to)
    .where((eb) => eb.or([eb("documentsEndAt", "is", null), eb("documentsEndAt", ">", from)]))
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}
