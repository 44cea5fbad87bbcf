import { createHash } from "node:crypto";
import { consentTexts } from "@caramelo/contract/accounts/consents";
import { uuidv7 } from "../../platform/ids.ts";

type ConsentingMember = { id: string; acceptsMarketing?: boolean | undefined };

/** One checkbox gives two consents, to the terms and to the use of sensitive data. Marketing has its own checkbox. */
export function listConsents({ id, acceptsMarketing }: ConsentingMember, now: Date) {
  const consents = [
    { kind: "terms" as const, text: consentTexts.terms },
    { kind: "sensitive_data" as const, text: consentTexts.sensitiveData },
    ...(acceptsMarketing ? [{ kind: "marketing" as const, text: consentTexts.marketing }] : []),
  ];
  return consents.map(({ kind, text }) => ({
    id: uuidv7(now),
    memberId: id,
    kind,
    textVersion: text.version,
    textHash: createHash("sha256").update(text.text).digest(),
    givenAt: now,
  }));
}
