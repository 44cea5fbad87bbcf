import { longMomentText } from "@caramelo/contract/formats/moments";
import { APPEAL_DAYS } from "@caramelo/contract/limits";
import type { MailKind } from "@caramelo/contract/mail/texts";
import type { MeasureKind } from "@caramelo/contract/texts/moderation";
import { writeMail } from "../../base/mail/text-rules.ts";

const KINDS: Record<MeasureKind, MailKind> = {
  warning: "measure-warning",
  photo_hidden: "measure-photo",
  suspension: "measure-suspension-open",
  ban: "measure-ban",
  under_review: "measure-review",
};

type Measure = { kind: MeasureKind; reason: string; until: Date | null };

/** The mail about a measure: what staff did, why, and the link to appeal. */
export function measureMail({ kind, reason, until }: Measure, url: string) {
  const values = { motivo: reason, dias: String(APPEAL_DAYS) };
  if (kind !== "suspension" || !until) return writeMail(KINDS[kind], { url, values });
  return writeMail("measure-suspension", { url, values: { ...values, fim: longMomentText(until) } });
}

export function appealDecidedMail(decision: { isGranted: boolean; answer: string }, origin: string) {
  const kind = decision.isGranted ? "appeal-granted" : "appeal-refused";
  return writeMail(kind, { url: `${origin}/login`, values: { resposta: decision.answer } });
}
