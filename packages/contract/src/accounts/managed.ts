import * as z from "zod";
import { call, id, wireInt } from "../call/call.ts";
import { fieldTexts } from "../call/errors.ts";
import { office, perAddress, perMember } from "../call/limit-policy.ts";
import { all } from "../call/names.ts";
import { freeText, lineText } from "../call/text.ts";
import { ABOUT_MAX, AGE_MAX, AGE_MIN, NAME_MAX, PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MIN } from "../limits.ts";
import { AccountType, Age, Email, Gender, isRepeated, notRepeated, Password } from "./account.ts";
import { LinkToken, newPassword } from "./recovery.ts";

const staff = { access: "admin", permission: "createMembers", offline: "no" } as const;
// Nobody who may make a call owns a managed profile.
const namesClaim = { thing: "claim token", verdicts: all("CLAIM_LINK_INVALID") } as const;

/** A made-up person, believable and not real. */
export const QuickPerson = z.strictObject({
  email: z.string(),
  password: z.string(),
  name: z.string(),
  age: z.int(),
  gender: Gender,
  accountType: AccountType,
  city: z.strictObject({ id: z.int(), label: z.string() }),
  bio: z.string(),
  lookingFor: z.string(),
  /** What the pictures of this person are drawn from, and how many there are. */
  face: z.string(),
  photos: z.int(),
});
export type QuickPerson = z.infer<typeof QuickPerson>;

/** Profiles that the staff makes, and how their persons take them over. */
export const managedAccounts = {
  drawPerson: call({
    ...staff,
    method: "GET",
    path: "/admin/quick-person",
    limit: office,
    changes: "none",
    names: "nothing",
    answers: QuickPerson,
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Another made-up person each time, to fill the form of quick creation with.",
  }),
  drawPhoto: call({
    ...staff,
    kind: "stream",
    method: "GET",
    path: "/admin/quick-person/:face/photos/:at",
    limit: office,
    changes: "none",
    names: "nothing",
    params: z.strictObject({ face: z.string().regex(/^[0-9a-f]{16}$/), at: wireInt(0, PHOTOS_MAX - 1) }),
    query: z.strictObject({ role: AccountType, age: wireInt(AGE_MIN, AGE_MAX) }),
    answers: z.null(),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "One of the drawn pictures of a made-up person, as WebP; the same face always gives the same pictures.",
  }),
  createManaged: call({
    ...staff,
    kind: "upload",
    method: "POST",
    path: "/admin/members",
    limit: perMember("uploadAttempts", { taken: "entry" }),
    changes: "none",
    names: "nothing",
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    body: z.strictObject({
      email: Email,
      password: Password,
      name: lineText(NAME_MAX, { required: fieldTexts.nameRequired, tooLong: fieldTexts.nameTooLong }),
      age: z
        .int({ error: fieldTexts.ageRequired })
        .min(AGE_MIN, { error: fieldTexts.quickAgeTooYoung })
        .max(AGE_MAX, { error: fieldTexts.ageTooOld }),
      gender: z.enum(Gender.enum, { error: fieldTexts.genderRequired }),
      accountType: z.enum(AccountType.enum, { error: fieldTexts.quickAccountTypeRequired }),
      cityId: z.int({ error: fieldTexts.locationRequired }).positive({ error: fieldTexts.locationRequired }),
      bio: freeText(ABOUT_MAX, { required: fieldTexts.quickBioRequired, tooLong: fieldTexts.aboutTooLong }),
      lookingFor: freeText(ABOUT_MAX, {
        required: fieldTexts.quickLookingForRequired,
        tooLong: fieldTexts.aboutTooLong,
      }),
      /** Mails the invitation to take the profile over; only to an address that was typed. */
      sendsInvitation: z.boolean().optional(),
    }),
    answers: z.strictObject({ id: z.uuid() }),
    errors: [
      "USER_NO_ID",
      "USER_CREATION_ERROR",
      "PHOTOS_TOO_FEW",
      "PHOTOS_TOO_MANY",
      "FILE_TOO_LARGE",
      "FILE_INVALID_TYPE",
      "FILE_TOO_COMPLEX",
      "PHOTO_TOO_SMALL",
      "PHOTO_BANNED",
      "RATE_LIMIT_EXCEEDED",
    ],
    unexpected: "USER_CREATION_ERROR",
    summary: `Makes a managed profile with ${PHOTOS_MIN} to ${PHOTOS_MAX} photos, the first being the main one; it is never verified.`,
  }),
  inviteToClaim: call({
    ...staff,
    method: "POST",
    path: "/admin/members/:id/invitations",
    limit: office,
    changes: "none",
    names: { thing: "member", verdicts: { ...all("PROFILE_CLAIMED"), own: "NOT_FOUND", missing: "NOT_FOUND" } },
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "PROFILE_CLAIMED", "RATE_LIMIT_EXCEEDED"],
    summary: "Mails the link by which its person takes over a managed profile; earlier links become invalid.",
  }),
  checkClaim: call({
    method: "POST",
    path: "/claims/check",
    access: "public",
    limit: perAddress("links"),
    changes: "none",
    offline: "no",
    names: namesClaim,
    body: z.strictObject({ token: LinkToken }),
    answers: z.strictObject({ name: z.string(), email: z.string() }),
    errors: ["CLAIM_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Checks whether the link to a managed profile is still valid, without using it up, and says whose it is.",
  }),
  claim: call({
    method: "POST",
    path: "/claims",
    access: "public",
    limit: perAddress("links"),
    changes: "none",
    offline: "no",
    names: { ...namesClaim, isUsedUp: true },
    body: z
      .strictObject({
        token: LinkToken,
        ...newPassword,
        age: Age,
        acceptsTerms: z.literal(true, { error: fieldTexts.termsRequired }),
        acceptsMarketing: z.boolean().optional(),
      })
      .refine(isRepeated, notRepeated),
    answers: z.strictObject({}),
    errors: ["CLAIM_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Takes over a managed profile once, with an own password, the consents and the age of its person.",
  }),
};
