import * as z from "zod";
import { Balance } from "../billing/balance.ts";
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
import { DiscoveryFilter } from "../discovery/filter.ts";
import { PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MIN } from "../limits.ts";
import { aboutFields } from "../profiles/about.ts";
import { Preferences } from "../settings/calls.ts";
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
import { STAFF_ROLES, staffPermissions } from "./staff-permissions.ts";

const Permissions = Object.keys(staffPermissions) as (keyof typeof staffPermissions)[]; // it has no other keys

/** The signed-in member as the browser knows them. */
export const SessionUser = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  createdAt: instant(),
  /** In their first session, on the day of the sign-up: nothing is sold to them yet. */
  isNewcomer: z.boolean(),
  isVerified: z.boolean(),
  /** What the member may not do until their age is assured: write, or anything but look after their own; null for nothing. */
  ageGate: z.enum(["messaging", "entry"]).nullable(),
  isAdmin: z.boolean(),
  /** The role in the staff with what it may do, which screens go by; null for members. */
  staff: z
    .strictObject({
      role: z.enum(STAFF_ROLES),
      permissions: z.array(z.enum(Permissions)),
      /** A code of the second factor was given in this session; without one the password takes its place. */
      hasFactor: z.boolean(),
      /** The site asks staff for a second factor: nothing else is open before this session has one. */
      awaitsFactor: z.boolean(),
    })
    .nullable(),
  /** Premium right now; never for staff. */
  isPremium: z.boolean(),
  /** A bought highlight runs right now. */
  isHighlighted: z.boolean(),
  /** What a payer without premium has left to write with; null for everybody else. */
  balance: Balance.nullable(),
  /** Signed link to the main photo in its small size; null without a photo. */
  photoUrl: z.string().nullable(),
  /** What the shell of every screen goes by; the rest of the settings is asked for where it is changed. */
  preferences: Preferences,
  /** The filter that the member applied last in discovery, on any device; null when they never applied one. */
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
    access: "guest",
    limit: [
      // The handler validates the form first: a refused form does not count.
      perAddress("signUpAddress", { taken: "handler" }),
      perAddress("uploadAttempts", { taken: "entry" }),
      perAddress("photoWork", { counts: "seconds" }),
      // Only where the address must be confirmed: each is a mail to an address that is perhaps a stranger's.
      perEmail("recovery", { apart: "sign-up", taken: "handler" }),
    ],
    body: SignUpBody,
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    answers: z.strictObject({
      id: z.uuid(),
      /** A link was sent to the address and must be opened first; known and new addresses then get the same answer. */
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
    // Counted before the password is looked at: a hundred guesses at once are a hundred attempts. The handler counts a
    // known device by itself, and every other attempt by the first three, in this order: what one refuses costs the next
    // nothing.
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
      /** Of staff with a second factor: its code, or a recovery code. */
      code: z.string().max(40).optional(),
    }),
    answers: z.strictObject({ user: SessionUser, wasReactivated: z.boolean() }),
    errors: [
      "AUTH_INVALID_CREDENTIALS",
      "AUTH_CODE_REQUIRED",
      "AUTH_CODE_INVALID",
      "PROFILE_NOT_FOUND",
      "PROFILE_UNCLAIMED",
      "AUTH_EMAIL_NOT_CONFIRMED",
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
      /** The browser still carried an expired session: the sign-in screen says why the member must sign in again. */
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
