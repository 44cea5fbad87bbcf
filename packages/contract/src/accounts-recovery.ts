import * as z from "zod";
import { Email, isRepeated, notRepeated, Password, PasswordConfirmation } from "./accounts.ts";
import { call } from "./call.ts";

/** The secret of a mailed link: 256 random bits. It stands behind the # of the address, which no server ever sees. */
const LinkToken = z.string().regex(/^[\w-]{43}$/);

/** A password and its repetition, as the forms that set one send them. */
export const newPassword = { password: Password, passwordConfirmation: PasswordConfirmation };

/** Links that are mailed: to set a new password, and to show that an address is one's own. */
export const recovery = {
  requestRecovery: call({
    method: "POST",
    path: "/recovery",
    access: "public",
    body: z.strictObject({ email: Email }),
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary:
      "Mails a link to set a new password, if the address has an account; the answer is the same if it has none.",
  }),
  checkRecovery: call({
    method: "POST",
    path: "/recovery/check",
    access: "public",
    body: z.strictObject({ token: LinkToken }),
    answers: z.strictObject({}),
    errors: ["RESET_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Tells whether a recovery link still opens; it stays as good as it was.",
  }),
  resetPassword: call({
    method: "POST",
    path: "/recovery/password",
    access: "public",
    body: z.strictObject({ token: LinkToken, ...newPassword }).refine(isRepeated, notRepeated),
    answers: z.strictObject({}),
    errors: ["RESET_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Sets a new password by a mailed link, once, and ends every session of the account.",
  }),
  confirmEmail: call({
    method: "POST",
    path: "/confirmations",
    access: "public",
    body: z.strictObject({ token: LinkToken }),
    answers: z.strictObject({
      /** `account`: a new account begins. `change`: an account has a new address. */
      kind: z.enum(["account", "change"]),
    }),
    errors: ["CONFIRMATION_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Shows by a mailed link that an address is one's own: a new account becomes visible, a changed address holds.",
  }),
  resendConfirmation: call({
    method: "POST",
    path: "/confirmations/mails",
    access: "public",
    body: z.strictObject({ email: Email }),
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Mails the confirmation link again, if an account waits for it; the answer is the same if none does.",
  }),
};
