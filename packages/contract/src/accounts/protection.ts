import { quietMemberCall } from "../call/common-calls.ts";
import { protecting } from "../call/limit-policy.ts";

// What the calls have in common by which members and staff protect their own account.

export const protection = {
  ...quietMemberCall,
  isOpenBeforeAge: true,
  isRare: true,
  limit: protecting("protection"),
} as const;

/** Wrong proofs are counted apart from the account's other forms, because a right password there would reset the count. */
export const guessing = [
  ...protecting("protection"),
  ...protecting("signInAccount", { apart: "factor", counts: "failures in a row", taken: "handler" }),
] as const;
