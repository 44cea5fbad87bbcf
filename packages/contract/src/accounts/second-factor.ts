import * as z from "zod";
import { call, instant } from "../call/call.ts";
import { quietMemberCall } from "../call/common-calls.ts";
import { protecting } from "../call/limit-policy.ts";
import { RECOVERY_CODES } from "../limits.ts";

/** Shared by the calls with which members and staff protect their own account. */
export const protection = {
  ...quietMemberCall,
  isOpenBeforeAge: true,
  isRare: true,
  limit: protecting("protection"),
} as const;

/**
 * Wrong proofs are counted separately from the account's other forms, because a right password there would reset the
 * count.
 */
export const guessing = [
  ...protecting("protection"),
  ...protecting("signInAccount", { apart: "factor", counts: "failures in a row", taken: "handler" }),
] as const;

/** A code of an authenticator or a recovery code, with or without blanks and hyphens. */
const Code = z.string().max(40);

/** The codes are shown once: only their hashes are stored. */
const recoveryCodes = z.array(z.string());

/** The calls for the caller's authenticator app. Optional for members; a site may require it of staff. */
export const secondFactor = {
  ownFactor: call({
    ...protection,
    method: "GET",
    path: "/account/factor",
    answers: z.strictObject({
      setUpAt: instant().nullable(),
      recoveryCodesLeft: z.int(),
      /** Whether the site requires a second factor of the caller; never of members. */
      isRequired: z.boolean(),
      // Absent in answers of the last release.
      addedOn: z.string().nullable().optional(),
      /** Disabled by a recovery: the password alone opens the account until the caller re-enables it. */
      isOff: z.boolean().optional(),
    }),
    summary: "Whether the caller has an authenticator app, and how many recovery codes are left.",
  }),
  beginFactor: call({
    ...protection,
    method: "POST",
    path: "/account/factor",
    answers: z.strictObject({
      /** The secret in base32, for typing it into an authenticator. */
      secret: z.string(),
      /** The secret as an otpauth address, for the QR code. */
      uri: z.string(),
    }),
    errors: ["FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary: "Makes a secret for an authenticator; nothing changes before a code of it was given.",
  }),
  confirmFactor: call({
    ...protection,
    method: "PUT",
    path: "/account/factor",
    limit: guessing,
    changes: { caller: "self" },
    body: z.strictObject({ code: Code }),
    answers: z.strictObject({ recoveryCodes }),
    errors: ["FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Sets up the second factor by a first code of its authenticator and answers recovery codes; other sessions of staff end.",
  }),
  keepFactor: call({
    ...protection,
    method: "PUT",
    path: "/account/factor/kept",
    changes: { caller: "self" },
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Switches the caller's authenticator app on again that a recovery has switched off.",
  }),
  removeFactor: call({
    ...protection,
    method: "DELETE",
    path: "/account/factor",
    changes: { caller: "self" },
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Removes the caller's authenticator app with its recovery codes.",
  }),
  renewRecoveryCodes: call({
    ...protection,
    method: "POST",
    path: "/account/recovery-codes",
    changes: { caller: "self" },
    answers: z.strictObject({ recoveryCodes }),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: `Makes ${RECOVERY_CODES} new recovery codes and voids the others.`,
  }),
};
