import * as z from "zod";
import { call, instant } from "./call.ts";
import { PEOPLE_PAGE } from "./limits.ts";
import { before } from "./page.ts";
import { ProfileCard } from "./profiles.ts";

export const visits = {
  list: call({
    method: "GET",
    path: "/visits",
    access: "member",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      /** How many active members came in the last 12 months, up to 1,000. */
      total: z.int(),
      /** null for whoever has no premium: they are told how many. */
      visitors: z.array(z.strictObject({ profile: ProfileCard, at: instant() })).nullable(),
      next: z.string().nullable(),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `Who opened the caller's profile and when last, the latest first, ${PEOPLE_PAGE} a page, for premium members; for others how many.`,
  }),
};
