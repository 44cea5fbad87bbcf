import * as z from "zod";
import { call, id } from "../call/call.ts";
import { before, quietMemberCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { PEOPLE_PAGE } from "../limits.ts";
import { Opening } from "../messaging/calls.ts";
import { Photo, ProfileCard } from "../profiles/calls.ts";

const favoriteCall = {
  access: "member",
  path: "/favorites/:id",
  limit: perMember("favorites"),
  offline: "no",
  params: z.strictObject({ id: id() }),
} as const;

/**
 * The other member of a match, as shown to the member who completed it. It has no id, so the whole answer needs the
 * proof of `visibleId`.
 */
export const Match = z
  .strictObject({
    name: z.string(),
    /** The main photo; null without one. */
    photo: Photo.nullable(),
    /** Whether the caller must buy premium or tokens before writing to them. */
    needsUpgrade: z.boolean(),
    /** Suggested first messages; absent once the two share a conversation, and where the caller may not write. */
    openings: z.array(Opening).optional(),
  })
  .brand<"visible">();
/** The browser's view. */
export type Match = z.input<typeof Match>;

export const favorites = {
  list: call({
    ...quietMemberCall,
    method: "GET",
    path: "/favorites",
    limit: perMember("views"),
    offline: "first page",
    query: z.strictObject({
      before,
      /** Only members whose name or city contains this text, ignoring accents and case. */
      q: z.string().max(80).optional(),
    }),
    answers: z.strictObject({ profiles: z.array(ProfileCard), next: z.string().nullable() }),
    summary: `The caller's favourites, the latest first, ${PEOPLE_PAGE} a page; blocked and inactive members are left out.`,
  }),
  admirers: call({
    ...quietMemberCall,
    method: "GET",
    path: "/favorites/admirers",
    isRare: true,
    limit: perMember("views"),
    query: z.strictObject({ before }),
    answers: z.strictObject({
      /** How many active members have the caller as a favourite, up to 1,000. */
      total: z.int(),
      /** Null for payers without premium, who only see the number. */
      profiles: z.array(ProfileCard).nullable(),
      next: z.string().nullable(),
    }),
    summary: `Who keeps the caller as a favourite, the latest first, ${PEOPLE_PAGE} a page; a payer without premium learns only how many.`,
  }),
  add: call({
    ...favoriteCall,
    method: "PUT",
    changes: { caller: "people", events: ["notifications", "match"] },
    names: {
      thing: "member",
      verdicts: only("counterpart", "NOT_FOUND"),
      blocked: { counterpart: "NOT_FOUND" },
      staff: { counterpart: "NOT_FOUND" },
    },
    answers: z.strictObject({
      isFavorite: z.boolean(),
      /** The match made by this call; null without one, and for a pair that has matched before. */
      match: Match.nullable(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Keeps an active member of the opposite side as a favourite; doing it again changes nothing. The second one of a pair makes a match, once ever.",
  }),
  remove: call({
    ...favoriteCall,
    method: "DELETE",
    changes: { caller: "people" },
    names: { thing: "member", verdicts: all("nothing") },
    answers: z.strictObject({ isFavorite: z.boolean() }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Gives up a favourite; without one it changes nothing.",
  }),
};
