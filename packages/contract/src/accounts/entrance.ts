import * as z from "zod";
import { Balance } from "../billing/calls.ts";
import { call, instant } from "../call/call.ts";
import { fileErrors, quietOpenCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import {
  perAddress,
  perCaller,
  perEmail,
  perEmailAtAddress,
  perEmailOnDevice,
  perSession,
} from "../call/limit-policy.ts";
import { STAFF_ROLES, staffPermissions } from "../call/staff-permissions.ts";
import { DiscoveryFilter } from "../discovery/filter.ts";
import { PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MIN } from "../limits.ts";
import { Preferences } from "../member-settings/calls.ts";
import { aboutFields } from "../profiles/about.ts";
import {
  AccountType,
  Age,
  ChosenGender,
  CityId,
  Email,
  isRepeated,
  notRepeated,
  Password,
  PasswordConfirmation,
  PersonName,
  Role,
} from "./account.ts";

const Permissions = Object.keys(staffPermissions) as (keyof typeof staffPermissions)[]; // The record has no other keys.

/** The signed-in member as the browser knows them. */
export const SessionUser = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  createdAt: instant(),
  /** Whether this is the member's first session, on the day of the sign-up: nothing is sold to newcomers. */
  isNewcomer: z.boolean(),
  /** Whether the welcome of a new account has not been shown yet, on any device. */
  isWelcomeDue: z.boolean(),
  isVerified: z.boolean(),
  /**
   * What the member may not do until their age is assured. `messaging`: writing to others. `entry`: anything except
   * managing their own data. Null: no restriction.
   */
  ageGate: z.enum(["messaging", "entry"]).nullable(),
  /** The member has withdrawn the consent to sensitive data, and may only manage their own data. */
  lacksConsent: z.boolean(),
  /** When the requested erasure starts, while it can be cancelled; otherwise null. */
  erasesAt: instant().nullable(),
  /** Suspended or banned. Such a member is signed in only during a pending erasure. */
  isSuspended: z.boolean(),
  isAdmin: z.boolean(),
  /** The staff role and its permissions, which decide what screens show; null for members. */
  staff: z
    .strictObject({
      role: z.enum(STAFF_ROLES),
      permissions: z.array(z.enum(Permissions)),
      /** Whether a second-factor code was given in this session. Without one, grave actions ask for the password. */
      hasFactor: z.boolean(),
      /** Whether the site requires a second factor that this session lacks: until then nothing else is open. */
      awaitsFactor: z.boolean(),
    })
    .nullable(),
  /** Whether premium is active now; never for staff. */
  isPremium: z.boolean(),
  /** A bought highlight is active now. */
  isHighlighted: z.boolean(),
  /** The remaining balance of a payer without premium; otherwise null. */
  balance: Balance.nullable(),
  /** Signed link to the main photo in its small size; null without a photo. */
  photoUrl: z.string().nullable(),
  /** The settings that every screen needs. Others are requested by the screens that change them. */
  preferences: Preferences,
  /** How the member can authenticate again, the best way first. */
  proofs: z.array(z.enum(["passkey", "code", "password"])),
  /** The member's city, the centre of their searches; null for staff, and if its coordinates are unknown. */
  city: z.strictObject({ id: z.int(), label: z.string() }).nullable(),
  /** The member's last applied discovery filter, on any device; null if there is none. */
  discoveryFilter: DiscoveryFilter.nullable(),
});

const SignUpBody = z
  .strictObject({
    email: Email,
    password: Password,
    passwordConfirmation: PasswordConfirmation,
    name: PersonName,
    age: Age,
    gender: ChosenGender,
    accountType: z.enum(AccountType.enum, { error: fieldTexts.accountTypeRequired }),
    cityId: CityId,
    ...aboutFields,
    acceptsTerms: z.literal(true, { error: fieldTexts.termsRequired }),
    acceptsMarketing: z.boolean().optional(),
  })
  .refine(isRepeated, notRepeated);

const sessionCall = {
  ...quietOpenCall,
  path: "/session",
  limit: [perSession("sessionChecks"), perCaller("sessionChecks")],
} as const;

export const entrance = {
  signUp: call({
    ...quietOpenCall,
    kind: "upload",
    method: "POST",
    path: "/accounts",
    isRare: true,
    access: "guest",
    limit: [
      // The handler validates the form first, so that a refused form does not count.
      perAddress("signUpAddress", { taken: "handler" }),
      perAddress("uploadAttempts", { taken: "entry" }),
      perAddress("photoWork", { counts: "seconds" }),
      // Counted only if addresses must be confirmed, because each sign-up then mails an address that may be a
      // stranger's.
      perEmail("recovery", { apart: "sign-up", taken: "handler" }),
    ],
    body: SignUpBody,
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    answers: z.strictObject({
      id: z.uuid(),
      /** Whether a mailed link must be opened first. Known and new addresses then get the same answer. */
      awaitsConfirmation: z.boolean(),
    }),
    errors: [
      "PHOTO_BANNED",
      "AUTH_USER_EXISTS",
      "AUTH_SIGNUP_ERROR",
      "AUTH_NO_USER_ID",
      "PROFILE_CREATION_ERROR",
      "PHOTOS_TOO_FEW",
      ...fileErrors,
      "SIGN_UPS_CLOSED",
      "RATE_LIMIT_EXCEEDED",
    ],
    unexpected: "SIGNUP_UNEXPECTED_ERROR",
    summary: `Creates an account with its profile and ${PHOTOS_MIN} to ${PHOTOS_MAX} photos, the first being the main one; all or nothing.`,
  }),
  checkPassword: call({
    ...quietOpenCall,
    method: "POST",
    path: "/password-checks",
    isRare: true,
    access: "guest",
    limit: perAddress("passwordChecks"),
    body: z.strictObject({ password: Password }),
    answers: z.strictObject({}),
    errors: ["SIGN_UPS_CLOSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Refuses a password that the sign-up would refuse, before the photos are picked; it stores nothing.",
  }),
  signIn: call({
    ...quietOpenCall,
    method: "POST",
    path: "/session",
    // Attempts are counted before the password check, so that a hundred parallel guesses are a hundred attempts. The
    // handler counts a known device separately, and all other attempts by the first three limits, in this order; an
    // attempt refused by one limit is not counted by the next.
    limit: [
      perEmailAtAddress("signInAccount", { counts: "failures in a row", taken: "handler" }),
      perAddress("signInAddress", { counts: "failures", taken: "handler" }),
      perEmail("signInEverywhere", { counts: "failures", taken: "handler" }),
      perEmailOnDevice("signInDevice", { counts: "failures in a row", taken: "handler" }),
    ],
    offline: "session",
    body: z.strictObject({
      email: Email,
      password: Password,
      remember: z.boolean(),
      /** For accounts with an authenticator app: its code, or a recovery code. */
      code: z.string().max(40).optional(),
    }),
    answers: z.strictObject({
      user: SessionUser,
      wasReactivated: z.boolean(),
      /** Whether to invite the member to add a passkey, because the password is short; once a month. */
      invitesKey: z.boolean(),
    }),
    errors: [
      "AUTH_INVALID_CREDENTIALS",
      "AUTH_CODE_REQUIRED",
      "AUTH_CODE_INVALID",
      "AUTH_PASSKEY_REQUIRED",
      "PROFILE_NOT_FOUND",
      "PROFILE_UNCLAIMED",
      "AUTH_EMAIL_NOT_CONFIRMED",
      "AUTH_FROZEN",
      "RATE_LIMIT_EXCEEDED",
    ],
    unexpected: "SIGNIN_UNEXPECTED_ERROR",
    summary: "Opens a session and sets its cookie; a member who had deactivated the account comes back by it.",
  }),
  session: call({
    ...sessionCall,
    method: "GET",
    offline: "session",
    answers: z.strictObject({
      user: SessionUser.nullable(),
      /**
       * Whether the browser still sent an expired session: the sign-in screen then explains why a new sign-in is
       * needed.
       */
      hasExpired: z.boolean(),
    }),
    summary: "The signed-in member; null for a guest.",
  }),
  signOut: call({
    ...sessionCall,
    method: "DELETE",
    offline: "forget member",
    answers: z.strictObject({}),
    summary: "Ends the session of this device and clears its cookie; does nothing without one.",
  }),
};
