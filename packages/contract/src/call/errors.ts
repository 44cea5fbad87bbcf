/**
 * Every text that says that something did not work (or did), exactly as the specification words it, put together
 * for the server. The browser loads from `texts/` what a screen needs: bundlers never split one file.
 */

import { aboutTexts } from "../texts/about.ts";
import { staffErrors, staffFields } from "../texts/admin.ts";
import { claimErrors } from "../texts/claim.ts";
import { commonErrors, commonTexts } from "../texts/common.ts";
import { confirmationErrors, confirmationTexts, emailChangeTexts } from "../texts/confirmation.ts";
import { conversationTexts } from "../texts/conversation.ts";
import { discoveryTexts } from "../texts/discovery.ts";
import { favoriteTexts } from "../texts/favorites.ts";
import { galleryTexts } from "../texts/gallery.ts";
import { messagingErrors, messagingFields, messagingTexts } from "../texts/messaging.ts";
import { appealFields, noticeFields } from "../texts/moderation.ts";
import { newPasswordFields } from "../texts/new-password.ts";
import { settingFields, settingFieldsWith } from "../texts/operator.ts";
import { ownAccountTexts } from "../texts/own-account.ts";
import { photoErrors } from "../texts/photos.ts";
import { profileTexts } from "../texts/profile.ts";
import { profileFields } from "../texts/profile-form.ts";
import { recoveryErrors, recoveryTexts } from "../texts/recovery.ts";
import { reportFields, reportTexts } from "../texts/safety.ts";
import { serverErrors, serverFields } from "../texts/server.ts";
import { signInErrors, signInFields, signInTexts } from "../texts/sign-in.ts";
import { signUpErrors, signUpFields, signUpTexts } from "../texts/sign-up.ts";
import { verificationErrors, verificationFields } from "../texts/verification.ts";
import { visitTexts } from "../texts/visits.ts";
import { errorStatuses } from "./error-codes.ts";

export type ErrorCode = keyof typeof errorStatuses;

const errorTexts: Record<ErrorCode, string> = {
  ...claimErrors,
  ...commonErrors,
  ...confirmationErrors,
  ...messagingErrors,
  ...photoErrors,
  ...recoveryErrors,
  ...serverErrors,
  ...signInErrors,
  ...signUpErrors,
  ...verificationErrors,
  ...staffErrors,
};

/** Failures a call can answer with: HTTP status and what the member reads. */
export const errorCatalogue = Object.fromEntries(
  Object.entries(errorStatuses).map(([code, status]) => [code, { status, text: errorTexts[code as ErrorCode] }]), // its own keys
) as Record<ErrorCode, { status: number; text: string }>;

/** What a form says under one field. */
export const fieldTexts = {
  ...appealFields,
  ...messagingFields,
  ...newPasswordFields,
  ...noticeFields,
  ...profileFields,
  ...reportFields,
  ...serverFields,
  ...settingFields,
  ...signInFields,
  ...signUpFields,
  ...verificationFields,
  ...staffFields,
} as const;

/** All that may stand under a field, but for texts with a part that varies. */
export const fieldWords: ReadonlySet<string> = new Set([
  ...Object.values(fieldTexts),
  ...aboutTexts.flatMap(({ member, staff }) => [member.required, staff.required]),
]);

/** The same with a part that varies, such as a number that is needed. */
export const fieldTextsWith = settingFieldsWith;

/** Member-side messages that no code carries. */
export const memberMessages = {
  ...commonTexts,
  ...confirmationTexts,
  ...conversationTexts,
  ...discoveryTexts,
  ...emailChangeTexts,
  ...favoriteTexts,
  ...galleryTexts,
  ...messagingTexts,
  ...ownAccountTexts,
  ...profileTexts,
  ...recoveryTexts,
  ...reportTexts,
  ...signInTexts,
  ...signUpTexts,
  ...visitTexts,
} as const;
