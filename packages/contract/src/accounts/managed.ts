import * as z from "zod";
import { call, id, wireInt } from "../call/call.ts";
import { fileErrors, linkCall, quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perMember } from "../call/limit-policy.ts";
import { all, ofMembers } from "../call/names.ts";
import { AGE_MAX, AGE_MIN, PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MIN } from "../limits.ts";
import { aboutAnswers, staffAboutFields } from "../profiles/about.ts";
import {
  AccountType,
  Age,
  ageOf,
  ChosenGender,
  CityId,
  Email,
  Gender,
  isRepeated,
  notRepeated,
  Password,
  PersonName,
} from "./account.ts";
import { LinkToken, newPassword } from "./recovery.ts";

const staff = { ...quietOfficeCall, permission: "createMembers" } as const;
// People with their own account never get such a link.
const namesClaim = { thing: "claim token", verdicts: all("CLAIM_LINK_INVALID"), unclaimed: { own: "ok" } } as const;

/** A made-up person whose data fills the form of quick creation. */
export const QuickPerson = z.strictObject({
  email: z.string(),
  password: z.string(),
  name: z.string(),
  age: z.int(),
  gender: Gender,
  accountType: AccountType,
  city: z.strictObject({ id: z.int(), label: z.string() }),
  ...aboutAnswers,
  /** The random text that determines this person's pictures: 16 hexadecimal digits. */
  face: z.string(),
  photos: z.int(),
});
export type QuickPerson = z.infer<typeof QuickPerson>;

/** Profiles made by staff, and how their persons claim them. */
export const managedAccounts = {
  drawPerson: call({
    ...staff,
    method: "GET",
    path: "/admin/quick-person",
    answers: QuickPerson,
    summary: "Another made-up person each time, to fill the form of quick creation with.",
  }),
  drawPhoto: call({
    ...staff,
    kind: "stream",
    method: "GET",
    path: "/admin/quick-person/:face/photos/:at",
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
    files: { max: PHOTOS_MAX, maxBytes: PHOTO_MAX_BYTES },
    body: z.strictObject({
      email: Email,
      password: Password,
      name: PersonName,
      age: ageOf(fieldTexts.quickAgeTooYoung),
      gender: ChosenGender,
      accountType: z.enum(AccountType.enum, { error: fieldTexts.quickAccountTypeRequired }),
      cityId: CityId,
      ...staffAboutFields,
      /** Whether to mail the invitation to claim the profile. Made-up addresses get none. */
      sendsInvitation: z.boolean().optional(),
    }),
    answers: z.strictObject({ id: z.uuid() }),
    errors: [
      "USER_NO_ID",
      "USER_CREATION_ERROR",
      "PHOTOS_TOO_FEW",
      ...fileErrors,
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
    names: { thing: "member", verdicts: ofMembers("PROFILE_CLAIMED") },
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "PROFILE_CLAIMED", "RATE_LIMIT_EXCEEDED"],
    summary: "Mails the link by which its person takes over a managed profile; earlier links become invalid.",
  }),
  checkClaim: call({
    ...linkCall,
    isRare: true,
    path: "/claims/check",
    names: namesClaim,
    body: z.strictObject({ token: LinkToken }),
    answers: z.strictObject({ name: z.string(), email: z.string() }),
    errors: ["CLAIM_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Checks whether the link to a managed profile is still valid, without using it up, and says whose it is.",
  }),
  claim: call({
    ...linkCall,
    isRare: true,
    path: "/claims",
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
