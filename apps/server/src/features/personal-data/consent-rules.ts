import type { Consent } from "@caramelo/contract/accounts/consents";
import type { Consent as StoredConsent } from "../../platform/database/types.generated.ts";

type StoredKind = StoredConsent["kind"];

const STORED_KINDS = {
  terms: "terms",
  sensitiveData: "sensitive_data",
  marketing: "marketing",
} as const satisfies Record<Consent, StoredKind>;

const KINDS: Record<StoredKind, Consent> = { terms: "terms", sensitive_data: "sensitiveData", marketing: "marketing" };

/** How the database names a consent. */
export const storedKindOf = (kind: Consent) => STORED_KINDS[kind];

export const consentOf = (kind: StoredKind): Consent => KINDS[kind];

/** One checkbox gives two consents, to the terms and to the use of sensitive data. Marketing has its own checkbox. */
export const listGivenKinds = (acceptsMarketing: boolean | undefined): Consent[] =>
  acceptsMarketing ? ["terms", "sensitiveData", "marketing"] : ["terms", "sensitiveData"];
