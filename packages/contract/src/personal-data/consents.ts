import * as z from "zod";
import { CONSENT_KINDS, WITHDRAWABLE_CONSENTS } from "../accounts/consents.ts";
import { call, instant } from "../call/call.ts";
import { ownChangeCall, quietMemberCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { protecting } from "../call/limit-policy.ts";
import { CONSENTS_SHOWN } from "../limits.ts";

const Withdrawable = z.enum(WITHDRAWABLE_CONSENTS, { error: fieldTexts.invalid });

/** A consent given by the caller, possibly withdrawn since. */
const GivenConsent = z.strictObject({
  kind: z.enum(CONSENT_KINDS),
  /** The version of the text: the day of its last change. */
  version: z.string(),
  /** The exact text that was agreed to; null if it was given before texts were stored. */
  text: z.string().nullable(),
  givenAt: instant(),
  withdrawnAt: instant().nullable(),
});

const consentChange = { ...ownChangeCall, isRare: true, limit: protecting("protection"), names: "nothing" } as const;

export const consents = {
  consents: call({
    ...quietMemberCall,
    method: "GET",
    path: "/account/consents",
    isOpenBeforeAge: true,
    isRare: true,
    limit: protecting("protection"),
    answers: z.strictObject({ consents: z.array(GivenConsent) }),
    summary: `The consents that the caller gave, with the text of each, the latest ${CONSENTS_SHOWN} first.`,
  }),
  giveConsent: call({
    ...consentChange,
    method: "POST",
    path: "/account/consents",
    body: z.strictObject({
      kind: Withdrawable,
      /** The version of the text shown to the member. */
      version: z.string().max(20),
    }),
    answers: z.strictObject({}),
    errors: ["PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Gives a consent to the text in force; the one to sensitive data makes the caller visible again. Staff cannot.",
  }),
  withdrawConsent: call({
    ...consentChange,
    method: "DELETE",
    path: "/account/consents/:kind",
    params: z.strictObject({ kind: Withdrawable }),
    answers: z.strictObject({}),
    errors: ["PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Withdraws a consent; without the one to sensitive data the caller is hidden, and has only what is their own. Staff cannot.",
  }),
};
