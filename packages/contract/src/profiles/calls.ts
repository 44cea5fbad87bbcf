import * as z from "zod";
import { AccountType, Age, CityId, Gender, PersonName, Role } from "../accounts/account.ts";
import { Balance } from "../billing/calls.ts";
import { call, id, instant, visibleId } from "../call/call.ts";
import { ownChangeCall, quietMemberCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { PHOTO_SIZE_NAMES } from "../limits.ts";
import { Presence } from "../presence/calls.ts";
import { recordOf } from "../record-of.ts";
import { aboutAnswers, aboutFields, ownAboutAnswers } from "./about.ts";

/** A signed link to each stored size of a photo. */
const links = recordOf(PHOTO_SIZE_NAMES, () => z.string());

/** The links of a photo, and its placeholder while they load. */
export const Photo = z.strictObject({
  ...links,
  /** Pixels of the largest size. */
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(),
});
export type Photo = z.infer<typeof Photo>;

/** A profile in a list, with nothing else of the profile. */
export const ProfileCard = z.strictObject({
  id: visibleId(),
  name: z.string(),
  age: z.int(),
  role: AccountType,
  /** "City, UF". */
  city: z.string(),
  /** Whether the shown city is the viewer's instead of the member's. */
  isWildcardCity: z.boolean(),
  isVerified: z.boolean(),
  isPremium: z.boolean(),
  /** Whether the profile's list position is paid for, by premium or a highlight. */
  isPromoted: z.boolean(),
  isManaged: z.boolean(),
  isDemo: z.boolean(),
  presence: Presence,
  isFavorite: z.boolean(),
  /**
   * The distance to the member's city in whole kilometres: in discovery from the filter's city, if set, otherwise from
   * the viewer's own. Null for staff, who have no city, for a wildcard city, and if the coordinates of either city are
   * unknown.
   */
  distanceKm: z.int().nullable(),
  /** The main photo; null without one. */
  photo: Photo.nullable(),
});
/** The browser's view. */
export type ProfileCard = z.input<typeof ProfileCard>;

/** One of the caller's own photos, with the id for moving and removing it. */
export const OwnPhoto = z.strictObject({ id: z.uuid(), ...Photo.shape });
export type OwnPhoto = z.infer<typeof OwnPhoto>;

/** The state of an account, for staff. */
export const MemberStatus = z.enum(["active", "deactivated", "suspended", "unconfirmed", "hidden", "banned"]);
export type MemberStatus = z.infer<typeof MemberStatus>;

/** The caller's own profile, with its private fields. Staff have no gender, age, city or texts. */
export const OwnProfile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: Role,
  gender: Gender.nullable(),
  age: z.int().nullable(),
  /** Whether a verified birth date fixes the age. */
  isAgeFixed: z.boolean(),
  /** The member's own city, even if a wildcard city hides it. */
  city: z.strictObject({ id: z.int(), label: z.string() }).nullable(),
  ...ownAboutAnswers,
  /** The year. */
  memberSince: z.int(),
  isVerified: z.boolean(),
  isPremium: z.boolean(),
  isHighlighted: z.boolean(),
  isWildcardCity: z.boolean(),
  /** The remaining balance of a payer without premium; otherwise null. */
  balance: Balance.nullable(),
  /** When the bought premium or highlight ends; null without one, and for premium without an end. */
  premiumUntil: instant().nullable(),
  highlightedUntil: instant().nullable(),
  /** The photos in order: the first is the profile photo. */
  photos: z.array(OwnPhoto),
  /** When the profile was last changed, by its member or staff; photos and purchases do not count. */
  updatedAt: instant(),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

export const profiles = {
  mine: call({
    ...quietMemberCall,
    method: "GET",
    path: "/profile",
    isOpenBeforeAge: true,
    offline: "answer",
    answers: OwnProfile,
    summary: "The caller's own profile, with its balance and its photos.",
  }),
  change: call({
    ...ownChangeCall,
    method: "PUT",
    path: "/profile",
    isRare: true,
    names: "nothing",
    body: z.strictObject({
      name: PersonName,
      age: Age,
      cityId: CityId,
      ...aboutFields,
      /** The `updatedAt` at the opening of the form. Without it, changes made meanwhile are overwritten. */
      updatedAt: instant().optional(),
    }),
    answers: OwnProfile,
    errors: ["PERMISSION_DENIED", "USER_CHANGED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Changes the caller's own profile, unless it was changed since the form was opened; staff accounts have none.",
  }),
  leaveWildcardCity: call({
    ...ownChangeCall,
    method: "DELETE",
    path: "/profile/wildcard-city",
    isRare: true,
    names: "nothing",
    answers: OwnProfile,
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "The caller is shown in their own city from now on; only the staff gives a wildcard city.",
  }),
  read: call({
    ...quietMemberCall,
    method: "GET",
    path: "/profiles/:id",
    limit: perMember("views"),
    names: {
      thing: "member",
      verdicts: { own: "ok", counterpart: "ok", stranger: "NOT_FOUND", missing: "NOT_FOUND" },
      blocked: { counterpart: "NOT_FOUND" },
      // Staff may open every member's profile; staff profiles cannot be opened.
      staff: { own: "NOT_FOUND", stranger: "ok" },
    },
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({
      ...ProfileCard.omit({ photo: true }).shape,
      ...aboutAnswers,
      /** The year. */
      memberSince: z.int(),
      photos: z.array(Photo),
      /**
       * Whether the viewer may write to the member or add them as a favourite: never for staff, nor within one side.
       */
      isOppositeSide: z.boolean(),
      /** Whether the caller must buy premium or tokens before writing to them. */
      needsUpgrade: z.boolean(),
      /** Facts of this profile for staff only; null for members. */
      staff: z.strictObject({ status: MemberStatus }).nullable(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED", "DAILY_PROFILES_REACHED"],
    summary:
      "Another member's profile; missing, blocked, inactive and same-side ones look alike unless a conversation exists.",
  }),
};
