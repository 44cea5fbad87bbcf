import { fieldTexts } from "@caramelo/contract/call/errors";
import { AGE_MIN, BIRTH_YEARS_MAX } from "@caramelo/contract/limits";
import { periods } from "@caramelo/contract/personal-data/periods";
import type { VerificationStatus } from "@caramelo/contract/verification/calls";
import { type VerificationReason, verificationReasons } from "@caramelo/contract/verification/reasons";
import { ageOn } from "../../base/members/rules.ts";

const HOUR_MS = 3_600_000;

/** Whether a birth date is possible and of an adult. Both days are texts such as "2026-11-21". */
export function judgeBirthDate(birthOn: string, today: string): "fine" | "underage" | "impossible" {
  const age = ageOn(birthOn, today);
  if (birthOn > today || age > BIRTH_YEARS_MAX) return "impossible";
  return age < AGE_MIN ? "underage" : "fine";
}

/** The error text for a birth date in the form of a member or of staff; undefined when the date is fine. */
export function birthDateError(birthOn: string, today: string, by: "member" | "staff"): string | undefined {
  const verdict = judgeBirthDate(birthOn, today);
  if (verdict === "fine") return undefined;
  if (verdict === "impossible") return fieldTexts.birthDateImpossible;
  return by === "member" ? fieldTexts.ageTooYoung : fieldTexts.memberTooYoung;
}

type Facts = {
  /** The verified birth date; null for a member who is not verified. */
  birthOn: string | null;
  isManaged: boolean;
  latest: { status: VerificationStatus } | undefined;
};

/** Whether a member may send documents. A managed profile has no person yet who could be verified. */
export function judgeRequest({ birthOn, isManaged, latest }: Facts): "welcome" | "pending" | "done" | "managed" {
  if (isManaged) return "managed";
  if (birthOn !== null) return "done";
  return latest?.status === "pending" ? "pending" : "welcome";
}

/** When the documents of a decided request are destroyed. Those of a rejected one are kept longer, for an objection. */
export function documentsEnd(status: Exclude<VerificationStatus, "pending">, decidedAt: Date): Date {
  const hours = status === "approved" ? periods.approvedDocuments.hours : periods.rejectedDocuments.days * 24;
  return new Date(decidedAt.getTime() + hours * HOUR_MS);
}

/** The text of a rejection for its member. */
export function reasonText(reason: VerificationReason, note: string | null): string {
  return [verificationReasons[reason].text, note ?? ""].filter((text) => text !== "").join(" ");
}
