import * as z from "zod";
import { call, instant } from "../call/call.ts";
import { linkCall, quietOpenCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perAddress, perEmail } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { Email, isRepeated, notRepeated, Password, PasswordConfirmation } from "./account.ts";

/** The secret of a mailed link: 256 random bits, after the # of the address, which browsers do not send to servers. */
export const LinkToken = z
  .string()
  .length(43)
  .regex(/^[\w-]{43}$/);

/** A password and its repetition, as sent by the forms that set one. */
export const newPassword = { password: Password, passwordConfirmation: PasswordConfirmation };

/** A passkey or authenticator app that opens the account besides the password. */
const WayLeft = z.strictObject({
  kind: z.enum(["key", "app"]),
  /** The name of a passkey. */
  name: z.string().nullable(),
  addedAt: instant(),
  /** The name of the browser in which it was added; null if not recorded. */
  addedOn: z.string().nullable(),
  /** Disabled by the recovery: not accepted until the member re-enables it. */
  isOff: z.boolean(),
});

const namesRecovery = {
  thing: "recovery token",
  verdicts: only("own", "RESET_LINK_INVALID"),
  suspended: { own: "RESET_LINK_INVALID" },
  unconfirmed: { own: "RESET_LINK_INVALID" },
} as const;

const namesAlert = {
  thing: "sign-in alert token",
  verdicts: only("own", "SIGN_IN_ALERT_LINK_INVALID"),
  suspended: { own: "SIGN_IN_ALERT_LINK_INVALID" },
} as const;

/** Mailed links: setting a new password, and confirming an address. */
export const recovery = {
  requestRecovery: call({
    ...quietOpenCall,
    method: "POST",
    path: "/recovery",
    isRare: true,
    limit: [perAddress("links"), perEmail("recovery")],
    body: z.strictObject({ email: Email }),
    answers: z.strictObject({}),
    summary:
      "Mails a link to set a new password, if the address has an account; the answer is the same if it has none.",
  }),
  checkRecovery: call({
    ...linkCall,
    path: "/recovery/check",
    isRare: true,
    names: namesRecovery,
    body: z.strictObject({ token: LinkToken }),
    // Only the holder of a valid link gets these. Both are absent in answers of the last release.
    answers: z.strictObject({
      /** This is the first password of a person invited to the staff. */
      isFirstPassword: z.boolean().optional(),
      /** The minimum length of the new password. */
      passwordMin: z.int().optional(),
    }),
    errors: ["RESET_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Checks whether a recovery link is still valid, without using it up, and says what its password must be.",
  }),
  resetPassword: call({
    ...linkCall,
    path: "/recovery/password",
    isRare: true,
    names: { ...namesRecovery, isUsedUp: true },
    body: z.strictObject({ token: LinkToken, ...newPassword }).refine(isRepeated, notRepeated),
    // Absent in answers of the last release.
    answers: z.strictObject({ waysLeft: z.array(WayLeft).optional() }),
    errors: ["RESET_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Sets a new password by a mailed link, once, ends every session of the account, and switches off what a member added lately.",
  }),
  checkSignInAlert: call({
    ...linkCall,
    isRare: true,
    path: "/recovery/alerts/check",
    names: namesAlert,
    body: z.strictObject({ token: LinkToken }),
    answers: z.strictObject({
      /** The link only freezes the account. Absent in answers of the last release. */
      freezes: z.boolean().optional(),
    }),
    errors: ["SIGN_IN_ALERT_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Checks whether the link of an alert is still valid, without using it up.",
  }),
  denySignIn: call({
    ...linkCall,
    isRare: true,
    path: "/recovery/alerts",
    names: { ...namesAlert, isUsedUp: true },
    body: z.strictObject({ token: LinkToken }),
    answers: z.strictObject({
      /**
       * The secret for setting a new password, like the one in a recovery link. It opens nothing on a frozen account.
       */
      recoveryToken: LinkToken,
      /** Whether the account is now frozen. Absent in answers of the last release. */
      isFrozen: z.boolean().optional(),
    }),
    errors: ["SIGN_IN_ALERT_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Ends every session of the account, voids its password and a member's passkeys and new authenticator app, brings its address back, and lets its person choose a new password; or freezes the account, where its address was changed after a proof by a key or an app of more than a week.",
  }),
  confirmEmail: call({
    ...linkCall,
    path: "/confirmations",
    isRare: true,
    changes: { named: "self" },
    names: {
      thing: "confirmation token",
      verdicts: only("own", "CONFIRMATION_LINK_INVALID"),
      suspended: { own: "CONFIRMATION_LINK_INVALID" },
      // The password proves that the mail's reader requested the link.
      guest: { own: "CONFIRMATION_NEEDS_PASSWORD" },
      isUsedUp: true,
    },
    body: z.strictObject({
      token: LinkToken,
      /**
       * The account's password. Required unless the browser is signed in to the account or, for a new account, signed
       * up with it.
       */
      password: z.string().min(1, { error: fieldTexts.passwordRequired }).max(1_000).optional(),
    }),
    answers: z.strictObject({
      /** `account` confirms a new account; `change` confirms a new address of an existing one. */
      kind: z.enum(["account", "change"]),
    }),
    errors: ["CONFIRMATION_LINK_INVALID", "CONFIRMATION_NEEDS_PASSWORD", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Shows by a mailed link that an address is one's own: a new account becomes visible, a changed address holds.",
  }),
  resendConfirmation: call({
    ...quietOpenCall,
    method: "POST",
    path: "/confirmations/mails",
    isRare: true,
    limit: [perAddress("links"), perEmail("recovery", { apart: "confirm" })],
    body: z.strictObject({ email: Email }),
    answers: z.strictObject({}),
    summary: "Mails the confirmation link again, if an account waits for it; the answer is the same if none does.",
  }),
};
