import * as z from "zod";
import { AccountType } from "./accounts.ts";
import { call, wireInt } from "./call.ts";
import { AGE_MAX, AGE_MIN, DISCOVERY_PAGE, DISTANCE_MAX_KM, DISTANCE_MIN_KM, SEED_MAX } from "./limits.ts";
import { ProfileCard } from "./profiles.ts";

export const discovery = {
  list: call({
    method: "GET",
    path: "/discovery",
    access: "member",
    query: z.strictObject({
      /** Drawn once a visit; it fixes the shuffled order while paging. */
      seed: wireInt(0, SEED_MAX),
      /** The `next` of the page before. */
      cursor: z.string().max(80).optional(),
      ageMin: wireInt(AGE_MIN, AGE_MAX).optional(),
      /** 80 means 80 or more. */
      ageMax: wireInt(AGE_MIN, AGE_MAX).optional(),
      /** The centre of the distance filter. */
      cityId: wireInt(1, 9_999_999).optional(),
      /** 200 means any distance. */
      distanceKm: wireInt(DISTANCE_MIN_KM, DISTANCE_MAX_KM).optional(),
      /** Only this account type, where more than one is shown. */
      role: AccountType.optional(),
    }),
    answers: z.strictObject({
      profiles: z.array(ProfileCard),
      /** Opaque; null at the end. */
      next: z.string().nullable(),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `Up to ${DISCOVERY_PAGE} active profiles of the opposite side: paid places first, then verified, then the rest, each shuffled by the seed.`,
  }),
};
