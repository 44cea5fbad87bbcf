import * as z from "zod";
import { Email, isRepeated, notRepeated } from "./accounts.ts";
import { newPassword } from "./accounts-recovery.ts";
import { call, id, instant } from "./call.ts";
import { fieldTexts } from "./errors.ts";

/** The password of now, asked again before what it guards is changed. A wrong one is a fault of its field. */
const currentPassword = z
  .string({ error: fieldTexts.passwordRequired })
  .min(1, { error: fieldTexts.passwordRequired })
  .max(1_000, { error: fieldTexts.passwordWrong });

/** What members do with their own account. */
export const ownAccount = {
  changeEmail: call({
    method: "POST",
    path: "/account/email",
    access: "member",
    body: z.strictObject({ currentPassword, email: Email }),
    answers: z.strictObject({
      /** The new address must be confirmed by its link first; until then the old one holds. */
      awaitsConfirmation: z.boolean(),
    }),
    errors: ["AUTH_USER_EXISTS", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Changes the caller's e-mail address, once confirmed where the operator asks for it, and tells the old one.",
  }),
  changePassword: call({
    method: "POST",
    path: "/account/password",
    access: "member",
    body: z.strictObject({ currentPassword, ...newPassword }).refine(isRepeated, notRepeated),
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Changes the caller's password and ends their sessions on all other devices.",
  }),
  devices: call({
    method: "GET",
    path: "/account/devices",
    access: "member",
    answers: z.strictObject({
      devices: z.array(
        z.strictObject({
          id: z.uuid(),
          /** Such as "Chrome no Android"; an unknown one has words for that. */
          name: z.string(),
          signedInAt: instant(),
          lastSeenAt: instant(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
    errors: [],
    summary: "Where the caller is signed in: this device first, then the latest used; the latest 50.",
  }),
  endDevice: call({
    method: "DELETE",
    path: "/account/devices/:id",
    access: "member",
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND"],
    summary: "Ends one of the caller's sessions; another member's looks missing.",
  }),
  deactivate: call({
    method: "POST",
    path: "/account/deactivation",
    access: "member",
    answers: z.strictObject({}),
    errors: ["PERMISSION_DENIED"],
    summary: "Hides the caller from everybody and ends all sessions until they sign in again; staff accounts cannot.",
  }),
};
