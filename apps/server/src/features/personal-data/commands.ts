import { createHash } from "node:crypto";
import { type Consent, consentTexts } from "@caramelo/contract/accounts/consents";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { addConsents } from "./consent-queries.ts";
import { storedKindOf } from "./consent-rules.ts";

/** Records that a member agreed to the texts in force, and stores the exact present text of each. */
export async function giveConsents(db: Db, memberId: string, kinds: readonly Consent[], now: Date): Promise<void> {
  const texts = kinds.map((kind) => {
    const { version, text } = consentTexts[kind];
    return { kind, version, text, hash: createHash("sha256").update(text).digest() };
  });
  const consents = texts.map(({ kind, version, hash }) => ({
    id: uuidv7(now),
    memberId,
    kind: storedKindOf(kind),
    textVersion: version,
    textHash: hash,
    givenAt: now,
  }));
  await addConsents(
    db,
    consents,
    texts.map(({ text, hash }) => ({ hash, text })),
  );
}
