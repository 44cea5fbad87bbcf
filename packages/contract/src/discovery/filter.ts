import * as z from "zod";
import { AccountType } from "../accounts/account.ts";
import { wireInt } from "../call/call.ts";
import { AGE_FILTER_MAX, AGE_FILTER_MIN, DISTANCE_MAX_KM, DISTANCE_MIN_KM, DISTANCE_STEP_KM } from "../limits.ts";

/** The fields of the filter, as JSON or in a query. Only the schema of whole numbers differs. */
const fieldsWith = <N extends z.ZodType<number, unknown>>(int: (min: number, max: number) => N) => ({
  ageMin: int(AGE_FILTER_MIN, AGE_FILTER_MAX).optional(),
  /** At least one year above `ageMin`; 80 means 80 or more. */
  ageMax: int(AGE_FILTER_MIN, AGE_FILTER_MAX).optional(),
  /** The centre of the distance filter and the origin of the distances on cards. */
  cityId: int(1, 9_999_999).optional(),
  /** In steps of 5; 200 means any distance, as does a distance without a city. */
  distanceKm: int(DISTANCE_MIN_KM, DISTANCE_MAX_KM)
    .refine((km) => km % DISTANCE_STEP_KM === 0)
    .optional(),
  /** Only this account type, for viewers who see more than one. */
  role: AccountType.optional(),
  verified: z.literal("1").optional(),
  /** Only members who are online, or were today. Never includes members who hide their presence. */
  presence: z.enum(["online", "recent"]).optional(),
});

/** The filter in the query of a call. */
export const filterQuery = fieldsWith(wireInt);

/** A member's discovery filter; omitted fields do not narrow it. */
export const DiscoveryFilter = z.strictObject(fieldsWith((min, max) => z.int().min(min).max(max)));
export type DiscoveryFilter = z.infer<typeof DiscoveryFilter>;
