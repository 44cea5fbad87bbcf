import * as z from "zod";
import { AccountType, Age, Gender, Role } from "./accounts.ts";
import { call, id } from "./call.ts";
import { fieldTexts } from "./errors.ts";
import { ABOUT_MAX, NAME_MAX } from "./limits.ts";
import { Presence } from "./presence.ts";
import { freeText, lineText } from "./text.ts";

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

/** A photo of one's own: with the id by which it is moved and removed. */
export const OwnPhoto = z.strictObject({ id: z.uuid(), ...Photo.shape });
export type OwnPhoto = z.infer<typeof OwnPhoto>;

/** One's own profile, with what nobody else is told. Staff have no age, city and texts. */
export const OwnProfile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: Role,
  gender: Gender.nullable(),
  age: z.int().nullable(),
  /** A verified birth date fixes the age. */
  isAgeFixed: z.boolean(),
  /** The own one, wildcard or not. */
  city: z.strictObject({ id: z.int(), label: z.string() }).nullable(),
  bio: z.string().nullable(),
  lookingFor: z.string().nullable(),
  /** The year. */
  memberSince: z.int(),
  isVerified: z.boolean(),
  isPremium: z.boolean(),
  isHighlighted: z.boolean(),
  isWildcardCity: z.boolean(),
  /** What a payer without premium has left; null for everybody else. */
  balance: z.strictObject({ tokens: z.int(), conversations: z.int() }).nullable(),
  /** In their order: the first is the profile photo. */
  photos: z.array(OwnPhoto),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

export const profiles = {
  mine: call({
    method: "GET",
    path: "/profile",
    access: "member",
    answers: OwnProfile,
    errors: [],
    summary: "The caller's own profile, with its balance and its photos.",
  }),
  change: call({
    method: "PUT",
    path: "/profile",
    access: "member",
    body: z.strictObject({
      name: lineText(NAME_MAX, { required: fieldTexts.nameRequired, tooLong: fieldTexts.nameTooLong }),
      age: Age,
      cityId: z.int({ error: fieldTexts.locationRequired }).positive({ error: fieldTexts.locationRequired }),
      bio: freeText(ABOUT_MAX, { required: fieldTexts.bioRequired, tooLong: fieldTexts.aboutTooLong }),
      lookingFor: freeText(ABOUT_MAX, { required: fieldTexts.lookingForRequired, tooLong: fieldTexts.aboutTooLong }),
    }),
    answers: OwnProfile,
    errors: ["PERMISSION_DENIED"],
    summary: "Changes what the caller tells about themselves; staff accounts have no profile to change.",
  }),
  leaveWildcardCity: call({
    method: "DELETE",
    path: "/profile/wildcard-city",
    access: "member",
    answers: OwnProfile,
    errors: [],
    summary: "The caller is shown in their own city from now on; only the team gives a wildcard city.",
  }),
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
