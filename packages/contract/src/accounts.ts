import * as z from "zod";
import { call, instant } from "./call.ts";
import { countCharacters, isCleanText } from "./characters.ts";
import { fieldTexts } from "./errors.ts";
import {
  ABOUT_MAX,
  AGE_MAX,
  AGE_MIN,
  EMAIL_MAX,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHOTO_MAX_BYTES,
  PHOTOS_MAX,
  PHOTOS_MIN,
} from "./limits.ts";
import { freeText, lineText } from "./text.ts";

export const Role = z.enum(["baby", "daddy", "mommy", "admin"]);
export const Gender = z.enum(["Feminino", "Masculino"]);
export type Gender = z.infer<typeof Gender>;
/** What a person may sign up as. The role follows from it and the gender; nobody names a role. */
export const AccountType = z.enum(["baby", "daddy", "mommy"]);
export type AccountType = z.infer<typeof AccountType>;

/** An address in its canonical form: trimmed and in lower case, so that one mailbox has one account. */
export const Email = z
  .string({ error: fieldTexts.emailRequired })
  .overwrite((text) => text.trim().toLowerCase())
  .refine((text) => text.length > 0, { error: fieldTexts.emailRequired, abort: true })
  .refine((text) => text.length <= EMAIL_MAX, { error: fieldTexts.emailInvalid, abort: true })
  .check(z.email({ error: fieldTexts.emailInvalid }));

export const Password = z
  .string({ error: fieldTexts.passwordRequired })
  .refine((text) => text.length > 0, { error: fieldTexts.passwordRequired, abort: true })
  .refine(isCleanText, { error: fieldTexts.invalid, abort: true })
  .refine((text) => countCharacters(text) >= PASSWORD_MIN, { error: fieldTexts.passwordTooShort, abort: true })
  .refine((text) => countCharacters(text) <= PASSWORD_MAX, { error: fieldTexts.passwordTooLong });

export const PasswordConfirmation = z
  .string({ error: fieldTexts.passwordConfirmRequired })
  .min(1, { error: fieldTexts.passwordConfirmRequired });

/** The two passwords of a form agree; the fault, when they do not, is the repetition's. */
export const isRepeated = (form: { password: string; passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation;
export const notRepeated = { path: ["passwordConfirmation"], error: fieldTexts.passwordsDiffer };

export const Age = z
  .int({ error: fieldTexts.ageRequired })
  .min(AGE_MIN, { error: fieldTexts.ageTooYoung })
  .max(AGE_MAX, { error: fieldTexts.ageTooOld });

/** The signed-in member as the browser knows them. */
export const SessionUser = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  createdAt: instant(),
  isVerified: z.boolean(),
  isAdmin: z.boolean(),
  /** Premium right now; never for an admin. */
  isPremium: z.boolean(),
  /** A bought highlight runs right now. */
  isHighlighted: z.boolean(),
  /** Signed link to the main photo, 320 px; null without a photo. */
  photoUrl: z.string().nullable(),
  /** What the shell of every screen goes by; the rest of the settings is asked for where it is changed. */
  preferences: z.strictObject({
    hasPopUps: z.boolean(),
    hasSound: z.boolean(),
    hasDiscreetTitles: z.boolean(),
  }),
});

const SignUpBody = z
  .strictObject({
    email: Email,
    password: Password,
    passwordConfirmation: PasswordConfirmation,
    name: lineText(NAME_MAX, { required: fieldTexts.nameRequired, tooLong: fieldTexts.nameTooLong }),
    age: Age,
    gender: z.enum(Gender.enum, { error: fieldTexts.genderRequired }),
    accountType: z.enum(AccountType.enum, { error: fieldTexts.accountTypeRequired }),
    cityId: z.int({ error: fieldTexts.locationRequired }).positive({ error: fieldTexts.locationRequired }),
    bio: freeText(ABOUT_MAX, { required: fieldTexts.bioRequired, tooLong: fieldTexts.aboutTooLong }),
    lookingFor: freeText(ABOUT_MAX, { required: fieldTexts.lookingForRequired, tooLong: fieldTexts.aboutTooLong }),
    acceptsTerms: z.literal(true, { error: fieldTexts.termsRequired }),
    acceptsMarketing: z.boolean().optional(),
  })
  .refine(isRepeated, notRepeated);

export const entrance = {
  signUp: call({
    kind: "upload",
    method: "POST",
    path: "/accounts",
    access: "guest",
    body: SignUpBody,
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    answers: z.strictObject({
      id: z.uuid(),
      /** A link was sent to the address and must be opened first; known and new addresses then get the same answer. */
      awaitsConfirmation: z.boolean(),
    }),
    errors: [
      "AUTH_USER_EXISTS",
      "AUTH_SIGNUP_ERROR",
      "AUTH_NO_USER_ID",
      "PROFILE_CREATION_ERROR",
      "PHOTOS_TOO_FEW",
      "PHOTOS_TOO_MANY",
      "FILE_TOO_LARGE",
      "FILE_INVALID_TYPE",
      "RATE_LIMIT_EXCEEDED",
    ],
    unexpected: "SIGNUP_UNEXPECTED_ERROR",
    summary: `Creates an account with its profile and ${PHOTOS_MIN} to ${PHOTOS_MAX} photos, the first being the main one; all or nothing.`,
  }),
  signIn: call({
    method: "POST",
    path: "/session",
    access: "public",
    body: z.strictObject({ email: Email, password: Password, remember: z.boolean() }),
    answers: z.strictObject({ user: SessionUser, wasReactivated: z.boolean() }),
    errors: ["AUTH_INVALID_CREDENTIALS", "PROFILE_NOT_FOUND", "AUTH_EMAIL_NOT_CONFIRMED", "RATE_LIMIT_EXCEEDED"],
    unexpected: "SIGNIN_UNEXPECTED_ERROR",
    summary: "Opens a session and sets its cookie; a member who had deactivated the account comes back by it.",
  }),
  session: call({
    method: "GET",
    path: "/session",
    access: "public",
    answers: z.strictObject({
      user: SessionUser.nullable(),
      /** The browser still carried a session that is over: the sign-in screen says why they must sign in again. */
      hasExpired: z.boolean(),
    }),
    errors: [],
    summary: "Tells who is signed in; null for a guest.",
  }),
  signOut: call({
    method: "DELETE",
    path: "/session",
    access: "public",
    answers: z.strictObject({}),
    errors: [],
    summary: "Ends the session of this device and clears its cookie; does nothing without one.",
  }),
};
