import * as z from "zod";
import { call, id } from "../call/call.ts";
import { before, quietMemberCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { PEOPLE_PAGE } from "../limits.ts";
import { ProfileCard } from "../profiles/calls.ts";

export const visits = {
  list: call({
    ...quietMemberCall,
    method: "GET",
    path: "/visits",
    limit: perMember("views"),
    offline: "first page",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      /** How many active members visited in the last 12 months, up to 1,000. */
      total: z.int(),
      /** Null for payers without premium, who only see the number. `day` is a day in São Paulo; the hour is private. */
      visitors: z.array(z.strictObject({ profile: ProfileCard, day: z.iso.date() })).nullable(),
      next: z.string().nullable(),
    }),
    summary: `Who opened the caller's profile and when last, the latest first, ${PEOPLE_PAGE} a page; a payer without premium learns only how many.`,
  }),
  add: call({
    method: "PUT",
    path: "/visits/:id",
    access: "member",
    limit: perMember("views", { apart: "visits" }),
    changes: { events: ["notifications"] },
    offline: "no",
    names: {
      thing: "member",
      verdicts: only("counterpart", "NOT_FOUND"),
      blocked: { counterpart: "NOT_FOUND" },
      // Staff leave no trace.
      staff: { counterpart: "NOT_FOUND" },
    },
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Notes that the caller looked at a profile that they may see; again within 24 hours, and in invisible mode, it changes nothing.",
  }),
};
