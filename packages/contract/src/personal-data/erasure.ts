import * as z from "zod";
import { call, instant } from "../call/call.ts";
import { ownChangeCall } from "../call/common-calls.ts";
import { protecting } from "../call/limit-policy.ts";

const ownErasure = {
  ...ownChangeCall,
  path: "/account/erasure",
  names: "nothing",
  isRare: true,
  limit: protecting("protection"),
} as const;

export const erasure = {
  request: call({
    ...ownErasure,
    method: "POST",
    // A repeated request returns the date already set.
    isOpenWhileErasing: true,
    answers: z.strictObject({
      erasesAt: instant(),
      /**
       * When a request takes effect that is delayed because of a recently added sign-in method. Absent in the last
       * release.
       */
      delayedUntil: instant().optional(),
    }),
    errors: ["FRESH_FACTOR_REQUIRED", "PERMISSION_DENIED", "ERASURE_BEGUN", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Hides the caller from everybody, ends their other sessions and erases the account after thirty days; needs a fresh proof, and staff cannot.",
  }),
  takeBack: call({
    ...ownErasure,
    method: "DELETE",
    isOpenWhileErasing: true,
    /** A suspended member stays suspended, so this ends their sessions. */
    answers: z.strictObject({ isSuspended: z.boolean() }),
    errors: ["ERASURE_BEGUN", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Takes the caller's erasure back, so that the account is again what it would be without it. Does nothing when there is none.",
  }),
};
