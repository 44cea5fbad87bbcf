import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { quietMemberCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { ordinary, perEmail, perMember, protecting } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { Email, isRepeated, notRepeated } from "./account.ts";
import { newPassword } from "./recovery.ts";

/** The current password, asked again before a protected change. A wrong one is an error of its field. */
const currentPassword = z
  .string({ error: fieldTexts.passwordRequired })
  .min(1, { error: fieldTexts.passwordRequired })
  .max(1_000, { error: fieldTexts.passwordWrong });

/**
 * Wrong passwords count for the session and its account, but not for the IP address, because the caller has a session.
 * The handler counts once the rest of the form is valid.
 */
const guessingOwnPassword = protecting("signInAccount", {
  apart: "own",
  counts: "failures in a row",
  taken: "handler",
});

const protection = { ...quietMemberCall, isOpenBeforeAge: true, limit: protecting("protection") } as const;

export const ownAccount = {
  changeEmail: call({
    ...quietMemberCall,
    method: "POST",
    path: "/account/email",
    isRare: true,
    isOpenBeforeAge: true,
    limit: [
      ...ordinary,
      ...guessingOwnPassword,
      // Each attempt reveals whether an e-mail address is registered, or sends a mail to it, so attempts count by
      // caller and by e-mail address.
      perMember("recovery", { apart: "own", taken: "handler" }),
      perEmail("recovery", { apart: "change", taken: "handler" }),
    ],
    changes: { named: "self" },
    body: z.strictObject({ currentPassword, email: Email }),
    answers: z.strictObject({
      /** Whether the new address must first be confirmed by its link; until then the old one stays. */
      awaitsConfirmation: z.boolean(),
      /**
       * When a change takes effect that is delayed because of a recently added sign-in method. Absent in the last
       * release.
       */
      delayedUntil: instant().optional(),
    }),
    errors: ["AUTH_USER_EXISTS", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Changes the caller's e-mail address, once confirmed where the operator asks for it, and notifies the old one.",
  }),
  changePassword: call({
    ...quietMemberCall,
    method: "POST",
    path: "/account/password",
    isRare: true,
    isOpenBeforeAge: true,
    // The right password counts too, because each change costs a hash and sends a mail.
    limit: [...guessingOwnPassword, ...protecting("protection")],
    body: z.strictObject({ currentPassword, ...newPassword }).refine(isRepeated, notRepeated),
    answers: z.strictObject({}),
    summary: "Changes the caller's password and ends their sessions on all other devices.",
  }),
  devices: call({
    ...protection,
    method: "GET",
    path: "/account/devices",
    isRare: true,
    answers: z.strictObject({
      devices: z.array(
        z.strictObject({
          id: z.uuid(),
          /** The name of the device, such as "Chrome no Android". Unknown devices have a generic text. */
          name: z.string(),
          signedInAt: instant(),
          lastSeenAt: instant(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
    summary: "Where the caller is signed in: this device first, then the latest used; the latest 50.",
  }),
  endDevice: call({
    ...protection,
    method: "DELETE",
    path: "/account/devices/:id",
    isRare: true,
    names: { thing: "session", verdicts: only("own", "NOT_FOUND"), isUsedUp: true },
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Ends one of the caller's sessions; another member's looks missing.",
  }),
  endAllDevices: call({
    ...protection,
    method: "DELETE",
    path: "/account/devices",
    isRare: true,
    offline: "forget member",
    answers: z.strictObject({}),
    summary: "Ends all of the caller's sessions, this one too, and no longer knows their other browsers.",
  }),
  delayedRequests: call({
    ...protection,
    method: "GET",
    path: "/account/delayed-requests",
    isRare: true,
    answers: z.strictObject({
      requests: z.array(
        z.strictObject({
          kind: z.enum(["erasure", "email_change"]),
          /** The new address of a change. */
          email: z.string().nullable(),
          dueAt: instant(),
        }),
      ),
    }),
    summary: "What was asked for by a young way in and waits, at most one request of each kind.",
  }),
  cancelDelayedRequests: call({
    ...protection,
    method: "DELETE",
    path: "/account/delayed-requests",
    isRare: true,
    changes: { caller: "self" },
    answers: z.strictObject({}),
    summary: "Cancels what waits because it was asked for by a young way in.",
  }),
  takeWelcome: call({
    ...quietMemberCall,
    method: "POST",
    path: "/account/welcome",
    isRare: true,
    answers: z.strictObject({
      /** Whether this browser shows the welcome, which appears once per account. */
      isFirst: z.boolean(),
      /** Whether others can see the profile now. */
      isVisible: z.boolean(),
    }),
    summary: "Takes the welcome of a new account, which the calling browser then shows; later calls get none.",
  }),
  deactivate: call({
    ...protection,
    method: "POST",
    path: "/account/deactivation",
    isRare: true,
    offline: "forget member",
    answers: z.strictObject({}),
    errors: ["PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"],
    summary: "Hides the caller from everybody and ends all sessions until they sign in again; staff accounts cannot.",
  }),
};
