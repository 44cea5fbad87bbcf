import * as z from "zod";
import { call, wireInt } from "../call/call.ts";
import { quietMemberCall } from "../call/common-calls.ts";
import { bySession, perMember } from "../call/limit-policy.ts";
import { DISCOVERY_PAGE, NEW_FOR_HOURS, SEED_MAX } from "../limits.ts";
import { ProfileCard } from "../profiles/calls.ts";
import { DiscoveryFilter, filterQuery } from "./filter.ts";

/** `highlighted`: premium, highlighted or verified. `new`: members of the last two days. */
export const DiscoveryTab = z.enum(["all", "highlighted", "new"]);
export type DiscoveryTab = z.infer<typeof DiscoveryTab>;

export const discovery = {
  list: call({
    ...quietMemberCall,
    method: "GET",
    path: "/discovery",
    limit: perMember("views"),
    // Offline, the last loaded first page is shown, regardless of its seed and filter.
    offline: { keeps: "first page", despite: ["seed", ...Object.keys(filterQuery)] },
    query: z.strictObject({
      /** The seed is drawn once per visit of the search; it fixes the shuffled order while paging. */
      seed: wireInt(0, SEED_MAX),
      /** The `next` of the previous page: a position in the order of the seed, which does not depend on the filter. */
      cursor: z.string().max(80).optional(),
      /** Without it all members are listed. */
      tab: DiscoveryTab.optional(),
      ...filterQuery,
    }),
    answers: z.strictObject({
      profiles: z.array(ProfileCard),
      /** Opaque; null at the end. */
      next: z.string().nullable(),
    }),
    errors: ["RATE_LIMIT_EXCEEDED", "DAILY_PROFILES_REACHED"],
    summary: `Up to ${DISCOVERY_PAGE} active profiles of the opposite side: paid places first, then verified, then the rest, each shuffled by the seed.`,
  }),
  count: call({
    ...quietMemberCall,
    method: "GET",
    path: "/discovery/count",
    limit: perMember("discoveryCounts"),
    query: z.strictObject(filterQuery),
    answers: z.strictObject({
      /** The number of profiles in each tab under the filter. */
      all: z.int(),
      highlighted: z.int(),
      new: z.int(),
      /** "City, UF" of the chosen city; null when none is chosen. */
      cityLabel: z.string().nullable(),
    }),
    summary: `How many profiles a filter finds, all of them, the highlighted ones and those of the last ${NEW_FOR_HOURS} hours; at most half a minute old.`,
  }),
  saveFilter: call({
    ...quietMemberCall,
    method: "PUT",
    path: "/discovery/filter",
    limit: bySession("settings"),
    changes: { caller: "self" },
    body: DiscoveryFilter,
    answers: z.strictObject({}),
    summary: "Keeps the caller's filter of discovery, which the session answers from then on.",
  }),
};
