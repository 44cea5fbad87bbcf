import type { ParsedOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { tidyEmail } from "@caramelo/contract/formats/email";
import { foldText } from "@caramelo/contract/formats/fold-text";
import { shortEmail } from "@caramelo/contract/formats/short-email";
import type { StaffUserDetail } from "@caramelo/contract/office-members/calls";
import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/texts/about";
import type { EditedField } from "@caramelo/contract/texts/audit";
import type * as z from "zod";
import { ageOn } from "../../base/members/rules.ts";
import { isPremiumPaidAt } from "../../base/money/premium-rules.ts";
import type { Presentation } from "../member-cards/rules.ts";
import { type MainPhotoFacts, type PhotoFacts, presentMainPhoto, presentOwnPhoto } from "../photos/rules.ts";
import { pickAbout, statusOf } from "../profiles/rules.ts";
import type { UserFilter } from "./filter-queries.ts";
import type { findUser, listUsers } from "./queries.ts";
import type { UserOrder } from "./search-queries.ts";

type Query = ParsedOf<Contract["officeMembers"]["staffUsers"]>["query"];
type YesNo = Query["verified"];

const isYes = (answer: YesNo) => (answer === undefined ? undefined : answer === "yes");

export function readUserFilter(
  query: Query,
  citiesHolding: (text: string) => number[],
  { seesEmails }: { seesEmails: boolean },
): UserFilter {
  const q = query.q ?? "";
  const text = foldText(q);
  // Searches by parts of addresses could be combined into whole addresses.
  const wholeEmail = seesEmails ? undefined : tidyEmail(q);
  const search = { text, cityIds: citiesHolding(text), wholeEmail };
  return {
    search: text === "" ? undefined : search,
    role: query.role,
    status: query.status,
    isVerified: isYes(query.verified),
    isPremium: isYes(query.premium),
    isManaged: isYes(query.managed),
    isWildcardCity: isYes(query.wildcard),
  };
}

/** The order of a query. By default names begin with A, ages with the youngest, and sign-ups with the latest. */
export function readUserOrder({ sort = "created", direction }: Pick<Query, "sort" | "direction">): UserOrder {
  return { sort, direction: direction ?? (sort === "created" ? "desc" : "asc") };
}

type Row = Omit<Awaited<ReturnType<typeof listUsers>>[number], keyof MainPhotoFacts>;
type UserPresentation = Omit<Presentation, "viewerCityId" | "originCityId" | "distanceBetween">;

/** A member in a list of the office: with their own city even if they have a wildcard city, and a shortened address. */
export function presentUser(row: Row & MainPhotoFacts, presentation: UserPresentation) {
  return {
    ...presentFacts(row, presentation),
    email: shortEmail(row.email),
    photo: presentMainPhoto(row, presentation),
  };
}

export function presentUserDetail(
  row: NonNullable<Awaited<ReturnType<typeof findUser>>>,
  { photos, cases }: { photos: (PhotoFacts & { id: string })[]; cases: z.output<typeof StaffUserDetail>["cases"] },
  { seesEmails, ...presentation }: UserPresentation & { seesEmails: boolean },
): z.output<typeof StaffUserDetail> {
  const { gender, cityId, updatedAt, lastActiveAt, frozenAt } = row;
  const facts = presentFacts(row, presentation);
  const pendingEmail = seesEmails ? row.pendingEmail : row.pendingEmail && shortEmail(row.pendingEmail);
  return {
    ...facts,
    email: seesEmails ? facts.email : shortEmail(facts.email),
    gender,
    cityId,
    updatedAt,
    pendingEmail,
    hasFactor: row.factorSetUpAt !== null || row.hasPasskey,
    lastActiveAt,
    frozenAt,
    ...pickAbout(row),
    isAgeFixed: row.birthOn !== null,
    cases,
    photos: photos.map((photo) => presentOwnPhoto(photo, presentation)),
  };
}

function presentFacts(row: Row, { now, today, cityLabelOf }: UserPresentation) {
  const { id, name, email, role, createdAt, isManaged, isDemo, isVerified, isPremium, isOpen, isWildcardCity } = row;
  return {
    id,
    name,
    email,
    role,
    createdAt,
    isManaged,
    isDemo,
    isVerified,
    isPremium,
    isWildcardCity,
    isActive: isOpen,
    age: ageOn(row.estimatedBirthOn, today),
    city: cityLabelOf(row.cityId),
    status: statusOf(row),
    isPremiumPaid: isPremiumPaidAt(row, now),
  };
}

const TEXT_FIELDS = ["name", "role", "gender", "cityId", ...ABOUT_NAMES] as const;
type Texts = Record<(typeof TEXT_FIELDS)[number], string | number>;

/** The fields of a member that a form changes, without switches and the e-mail address. */
export function listEdited(user: Texts, form: Texts, isAgeRestated: boolean): (EditedField | AboutName)[] {
  const edited = TEXT_FIELDS.filter((field) => user[field] !== form[field]);
  return isAgeRestated ? [...edited, "age"] : edited;
}
