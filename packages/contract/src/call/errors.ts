/**
 * Every error text, combined for the server. The browser instead loads from `texts/` only what a screen needs, because
 * bundlers never split a file.
 */

import { aboutTexts } from "../texts/about.ts";
import { staffErrors, staffFields } from "../texts/admin.ts";
import { claimErrors } from "../texts/claim.ts";
import { commonErrors } from "../texts/common.ts";
import { confirmationErrors } from "../texts/confirmation.ts";
import { dataRequestFields } from "../texts/data-requests.ts";
import { messagingErrors, messagingFields } from "../texts/messaging.ts";
import { appealFields, noticeFields } from "../texts/moderation.ts";
import { newPasswordFields } from "../texts/new-password.ts";
import { settingFields } from "../texts/operator.ts";
import { passkeyFields } from "../texts/passkeys.ts";
import { erasureErrors, personalDataErrors, personalDataFields } from "../texts/personal-data.ts";
import { photoErrors } from "../texts/photos.ts";
import { profileFields } from "../texts/profile-form.ts";
import { recoveryErrors } from "../texts/recovery.ts";
import { reportFields } from "../texts/safety.ts";
import { serverErrors, serverFields } from "../texts/server.ts";
import { signInErrors, signInFields } from "../texts/sign-in.ts";
import { signUpErrors, signUpFields } from "../texts/sign-up.ts";
import { authorityFields } from "../texts/transparency.ts";
import { verificationErrors, verificationFields } from "../texts/verification.ts";
import { errorStatuses } from "./error-codes.ts";

export type ErrorCode = keyof typeof errorStatuses;

const errorTexts: Record<ErrorCode, string> = {
  ...claimErrors,
  ...commonErrors,
  ...confirmationErrors,
  ...erasureErrors,
  ...messagingErrors,
  ...personalDataErrors,
  ...photoErrors,
  ...recoveryErrors,
  ...serverErrors,
  ...signInErrors,
  ...signUpErrors,
  ...verificationErrors,
  ...staffErrors,
};

/** The possible failures of calls: the HTTP status, and the text for the member. */
export const errorCatalogue = Object.fromEntries(
  // The cast is safe, because the keys are error codes.
  Object.entries(errorStatuses).map(([code, status]) => [code, { status, text: errorTexts[code as ErrorCode] }]),
) as Record<ErrorCode, { status: number; text: string }>;

/** The texts that a form shows under a field. */
export const fieldTexts = {
  ...appealFields,
  ...authorityFields,
  ...dataRequestFields,
  ...messagingFields,
  ...newPasswordFields,
  ...noticeFields,
  ...passkeyFields,
  ...personalDataFields,
  ...profileFields,
  ...reportFields,
  ...serverFields,
  ...settingFields,
  ...signInFields,
  ...signUpFields,
  ...verificationFields,
  ...staffFields,
} as const;

/** Every text that may appear under a field, except those with a varying part. */
export const fieldWords: ReadonlySet<string> = new Set([
  ...Object.values(fieldTexts),
  ...aboutTexts.flatMap(({ member, staff }) => [member.required, staff.required]),
]);
