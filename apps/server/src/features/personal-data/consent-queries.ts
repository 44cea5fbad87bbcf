import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Consent, ConsentText } from "../../platform/database/types.generated.ts";

/** Adds consents with their texts, each stored once. A consent that is in force already stays as it is. */
export async function addConsents(
  db: Db,
  consents: Insertable<Consent>[],
  texts: Insertable<ConsentText>[],
): Promise<void> {
  await db
    .insertInto("consentText")
    .values(texts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto("consent")
    .values(consents)
    .onConflict((conflict) => conflict.columns(["memberId", "kind"]).where("revokedAt", "is", null).doNothing())
    .execute();
}

/** The consents that a member gave, the latest first, each with its stored text if there is one. */
export function listConsents(db: Db, memberId: string, limit: number) {
  return db
    .selectFrom("consent")
    .leftJoin("consentText", "consentText.hash", "consent.textHash")
    .where("consent.memberId", "=", memberId)
    .orderBy("consent.givenAt", "desc")
    .orderBy("consent.id", "desc")
    .limit(limit)
    .select([
      "consent.kind",
      "consent.textVersion as version",
      "consentText.text",
      "consent.givenAt",
      "consent.revokedAt as withdrawnAt",
    ])
    .execute();
}

/** Withdraws a member's consent, if it is in force. */
export async function endConsent(db: Db, memberId: string, kind: Consent["kind"], now: Date): Promise<void> {
  await db
    .updateTable("consent")
    .set({ revokedAt: now })
    .where("memberId", "=", memberId)
    .where("kind", "=", kind)
    .where("revokedAt", "is", null)
    .execute();
}
