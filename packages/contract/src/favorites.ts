import * as z from "zod";
import { call, id } from "./call.ts";
import { PEOPLE_PAGE } from "./limits.ts";
import { before } from "./page.ts";
import { ProfileCard } from "./profiles.ts";

const params = z.strictObject({ id: id() });

export const favorites = {
  list: call({
    method: "GET",
    path: "/favorites",
    access: "member",
    query: z.strictObject({
      before,
      /** Only those whose name or city holds this, accents and case aside. */
      q: z.string().max(80).optional(),
    }),
    answers: z.strictObject({ profiles: z.array(ProfileCard), next: z.string().nullable() }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `The caller's favourites, the latest first, ${PEOPLE_PAGE} a page; blocked and inactive members are left out.`,
  }),
  fans: call({
    method: "GET",
    path: "/favorites/fans",
    access: "member",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      /** How many active members keep the caller as a favourite, up to 1,000. */
      total: z.int(),
      /** null for whoever has no premium: they are told how many. */
      profiles: z.array(ProfileCard).nullable(),
      next: z.string().nullable(),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `Who keeps the caller as a favourite, the latest first, ${PEOPLE_PAGE} a page, for premium members; for others how many.`,
  }),
  add: call({
    method: "PUT",
    path: "/favorites/:id",
    access: "member",
    params,
    answers: z.strictObject({ isFavorite: z.boolean(), isMatch: z.boolean() }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Keeps an active member of the opposite side as a favourite; doing it again changes nothing.",
  }),
  remove: call({
    method: "DELETE",
    path: "/favorites/:id",
    access: "member",
    params,
    answers: z.strictObject({ isFavorite: z.boolean() }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Gives up a favourite; without one it changes nothing.",
  }),
};
