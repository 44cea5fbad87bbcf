import * as z from "zod";
import { AccountType } from "./accounts.ts";
import { call, id } from "./call.ts";
import { Presence } from "./presence.ts";

/** Signed links to the stored sizes of a photo (longest side 320, 960 and 1920 px), and what to show while they load. */
export const Photo = z.strictObject({
  small: z.string(),
  medium: z.string(),
  large: z.string(),
  /** Pixels of the largest size. */
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(),
});
export type Photo = z.infer<typeof Photo>;

/** A profile in a list. Nothing else about a member ever leaves in lists. */
export const ProfileCard = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  age: z.int(),
  role: AccountType,
  /** "City, UF". */
  city: z.string(),
  /** The city shown is the viewer's, not the member's own. */
  isWildcardCity: z.boolean(),
  isVerified: z.boolean(),
  isPremium: z.boolean(),
  /** Its place in lists was paid for, by premium or by a highlight. */
  isPromoted: z.boolean(),
  isManaged: z.boolean(),
  isDemo: z.boolean(),
  presence: Presence,
  isFavorite: z.boolean(),
  /** The main photo; null without one. */
  photo: Photo.nullable(),
});
export type ProfileCard = z.infer<typeof ProfileCard>;

export const profiles = {
  read: call({
    method: "GET",
    path: "/profiles/:id",
    access: "member",
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({
      ...ProfileCard.omit({ photo: true }).shape,
      bio: z.string(),
      lookingFor: z.string(),
      /** The year. */
      memberSince: z.int(),
      photos: z.array(Photo),
      /** From city to city in whole kilometres; null when unknown, or for a wildcard city. */
      distanceKm: z.int().nullable(),
      /** Whether a message may be begun or a favourite be made: never for an admin, nor with one's own side. */
      isOppositeSide: z.boolean(),
      /** For admins only: what else the team sees of this profile. */
      staff: z.strictObject({ status: z.enum(["active", "deactivated", "suspended"]) }).nullable(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Another member's profile; missing, blocked, inactive and same-side ones look alike unless a conversation exists.",
  }),
};
