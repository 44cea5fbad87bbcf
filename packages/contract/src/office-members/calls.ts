import * as z from "zod";
import { AccountType, ageOf, ChosenGender, CityId, Email, Gender, PersonName } from "../accounts/account.ts";
import { call, id, instant, wireInt } from "../call/call.ts";
import { officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { office, perMember } from "../call/limit-policy.ts";
import { all, ofMembers } from "../call/names.ts";
import { staffWords } from "../call/text.ts";
import { STAFF_BULK_MAX, STAFF_PAGE_MAX, STAFF_SEARCH_MAX, STAFF_USERS_PAGE } from "../limits.ts";
import { CaseStatus } from "../moderation/staff.ts";
import { aboutAnswers, staffAboutFields } from "../profiles/about.ts";
import { MemberStatus, OwnPhoto, Photo } from "../profiles/calls.ts";

const params = z.strictObject({ id: id() });
// Staff are not members, so naming a staff account gives "not found".
const namesMember = { thing: "member", verdicts: ofMembers() } as const;

export const UserSort = z.enum(["created", "name", "age"]);
export type UserSort = z.infer<typeof UserSort>;
const Direction = z.enum(["asc", "desc"]);
const YesNo = z.enum(["yes", "no"]);

/** The filter of the staff's member list. A missing field does not filter. */
const filter = {
  /**
   * Part of a name or location, ignoring accents and case, without wildcards. Also part of an e-mail address, only for
   * staff who may change addresses.
   */
  q: z.string().max(STAFF_SEARCH_MAX).optional(),
  role: AccountType.optional(),
  /** `suspended` includes banned members. Profiles hidden by reports have a separate list. */
  status: MemberStatus.exclude(["hidden", "banned"]).optional(),
  verified: YesNo.optional(),
  premium: YesNo.optional(),
  managed: YesNo.optional(),
  wildcard: YesNo.optional(),
};

const flags = {
  isVerified: z.boolean(),
  /** Whether premium is active, granted by staff or bought. */
  isPremium: z.boolean(),
  /** Whether bought premium is active, which staff can end only by refunding its order. */
  isPremiumPaid: z.boolean(),
  /** Whether the account is neither deactivated, suspended nor unconfirmed. */
  isActive: z.boolean(),
  isWildcardCity: z.boolean(),
};

const facts = {
  id: z.uuid(),
  name: z.string(),
  /** Shortened in lists, and for staff who may not change addresses. */
  email: z.string(),
  age: z.int(),
  role: AccountType,
  city: z.string(),
  createdAt: instant(),
  status: MemberStatus,
  isManaged: z.boolean(),
  isDemo: z.boolean(),
  ...flags,
};

const StaffUser = z.strictObject({ ...facts, photo: Photo.nullable() });

/** A member with all fields that staff may change. */
export const StaffUserDetail = z.strictObject({
  ...facts,
  gender: Gender,
  /** Whether a verified birth date fixes the age. */
  isAgeFixed: z.boolean(),
  /** The member's own city, even if a wildcard city hides it. */
  cityId: z.int(),
  ...aboutAnswers,
  photos: z.array(OwnPhoto),
  /** When the member was last changed. An edit must send this value back. */
  updatedAt: instant(),
  /** The new address entered by staff, until the member confirms it. */
  pendingEmail: z.string().nullable(),
  /** The latest report cases about the member. */
  cases: z.array(z.strictObject({ id: z.uuid(), status: CaseStatus, openedAt: instant() })),
  /** Whether the member has an authenticator app or a passkey. */
  hasFactor: z.boolean(),
  /** When the member was last active; null when never. */
  lastActiveAt: instant().nullable(),
  /** Since when the account is frozen; null if it is not. Absent in answers of the last release. */
  frozenAt: instant().nullable().optional(),
});
export type StaffUserDetail = z.infer<typeof StaffUserDetail>;

const reason = staffWords.optional();

/** A switch for several members, each changed or refused separately. */
const switchBody = z.strictObject({
  ids: z.array(id()).min(1).max(STAFF_BULK_MAX),
  isOn: z.boolean(),
  /** The reason, for the audit log. */
  reason,
});

const Refusal = z.enum(["missing", "managed", "paid", "left", "unconfirmed", "banned"]);
export type SwitchRefusal = z.infer<typeof Refusal>;

const switchAnswer = z.strictObject({
  /** The changed members, and those that already had this value. */
  changed: z.array(z.uuid()),
  unchanged: z.array(z.uuid()),
  refused: z.array(z.strictObject({ id: z.uuid(), why: Refusal })),
});

const names = { thing: "member", verdicts: { ...all("ok"), own: "nothing", missing: "nothing" } } as const;
const switches = {
  ...officeCall,
  method: "POST",
  changes: { named: "self" },
  names,
  body: switchBody,
  answers: switchAnswer,
  // Changing several members at once requires a fresh proof.
  errors: ["FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
} as const;

export const officeMembers = {
  staffUsers: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/members",
    permission: "viewMembers",
    limit: [...office, perMember("staffPages", { taken: "alarm" })],
    query: z.strictObject({
      ...filter,
      sort: UserSort.optional(),
      direction: Direction.optional(),
      page: wireInt(1, STAFF_PAGE_MAX).optional(),
    }),
    answers: z.strictObject({ users: z.array(StaffUser), hasMore: z.boolean() }),
    summary: `Members who fit a filter, the latest sign-up first unless sorted otherwise, ${STAFF_USERS_PAGE} a page.`,
  }),
  staffUserCount: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/members/count",
    permission: "viewMembers",
    query: z.strictObject(filter),
    answers: z.strictObject({
      count: z.int(),
      /** False when a search finds more members than the counting limit. */
      isExact: z.boolean(),
    }),
    summary: "How many members fit a filter: exactly without a search, and with one up to 10,000.",
  }),
  staffUser: call({
    ...officeCall,
    method: "GET",
    path: "/admin/members/:id",
    permission: "viewMembers",
    limit: [...office, perMember("staffPages", { taken: "alarm" })],
    changes: "none",
    names: namesMember,
    params,
    answers: StaffUserDetail,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "A member with everything that the staff may change.",
  }),
  staffUserEmail: call({
    ...officeCall,
    method: "POST",
    path: "/admin/members/:id/email",
    permission: "viewMembers",
    limit: [...office, perMember("staffEmails", { taken: "alarm" })],
    changes: "none",
    names: namesMember,
    params,
    answers: z.strictObject({ email: z.string() }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "The whole address of a member, which goes into the audit log.",
  }),
  staffEditUser: call({
    ...officeCall,
    method: "PUT",
    path: "/admin/members/:id",
    permission: "editMembers",
    changes: { named: "self" },
    names: {
      ...namesMember,
      // The access tests send an `updatedAt` that no member ever had, so even an editable member is refused.
      verdicts: ofMembers("USER_CHANGED"),
    },
    params,
    body: z.strictObject({
      /** The `updatedAt` at the opening of the form. */
      updatedAt: instant(),
      name: PersonName,
      /** Without it, the address stays unchanged. */
      email: Email.optional(),
      age: ageOf(fieldTexts.staffAgeTooYoung),
      gender: ChosenGender,
      accountType: z.enum(AccountType.enum, { error: fieldTexts.accountTypeRequired }),
      cityId: CityId,
      ...staffAboutFields,
      isVerified: z.boolean(),
      /** Without it, premium stays unchanged: it may begin or end while the form is open. */
      isPremium: z.boolean().optional(),
      isActive: z.boolean(),
      isWildcardCity: z.boolean(),
      /** The reason, required for a suspension. */
      reason,
    }),
    answers: StaffUserDetail,
    errors: ["NOT_FOUND", "USER_CHANGED", "RATE_LIMIT_EXCEEDED"],
    summary: "Changes a member; refused when they were changed since the form was opened.",
  }),
  staffVerify: call({
    ...switches,
    permission: "verifyMembers",
    path: "/admin/members/verified",
    summary: "Gives or takes the badge of verified members; it is the staff's and assures no age.",
  }),
  staffPremium: call({
    ...switches,
    permission: "grantBenefits",
    path: "/admin/members/premium",
    summary: "Gives premium without an end, or ends what was given so; what was bought stays.",
  }),
  staffActivate: call({
    ...switches,
    permission: "suspendMembers",
    limit: [...office, perMember("staffSuspensions", { taken: "alarm" })],
    path: "/admin/members/active",
    summary: "Suspends members, for which a reason is needed, or lets suspended ones come back.",
  }),
  staffWildcard: call({
    ...switches,
    permission: "changeWildcardCity",
    path: "/admin/members/wildcard-city",
    summary: "Shows members in the city of each viewer, or in their own again.",
  }),
};
