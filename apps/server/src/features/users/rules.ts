import type { StaffPermission } from "@caramelo/contract/accounts/staff-permissions";
import type { ParsedOf } from "@caramelo/contract/call/call";
import { countCharacters } from "@caramelo/contract/call/characters";
import type { Contract } from "@caramelo/contract/contract";
import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/texts/about";
import type { EditedField } from "@caramelo/contract/texts/audit";
import type { StaffUserDetail, SwitchRefusal } from "@caramelo/contract/users/calls";
import type * as z from "zod";
import { isPremiumAt } from "../../base/members/premium-rules.ts";
import { ageOn } from "../../base/members/rules.ts";
import type { Presentation } from "../people/rules.ts";
import { type MainPhotoFacts, type PhotoFacts, presentMainPhoto, presentOwnPhoto } from "../photos/rules.ts";
import { pickAbout, type Standing, statusOf } from "../profiles/rules.ts";
import type { findUser, listUsers, UserFilter, UserOrder } from "./queries.ts";

type Query = ParsedOf<Contract["users"]["staffUsers"]>["query"];
type YesNo = Query["verified"];

const isYes = (answer: YesNo) => (answer === undefined ? undefined : answer === "yes");

/** The filter that a call asks for. Names and labels are stored composed, so the search is composed as well. */
export function readUserFilter(asked: Query, citiesHolding: (text: string) => number[]): UserFilter {
  const text = (asked.q ?? "").normalize("NFC").trim();
  return {
    search: text === "" ? undefined : { text, length: countCharacters(text), cityIds: citiesHolding(text) },
    role: asked.role,
    status: asked.status,
    isVerified: isYes(asked.verified),
    isPremium: isYes(asked.premium),
    isManaged: isYes(asked.managed),
    isWildcardCity: isYes(asked.wildcard),
  };
}

/** Names run from A, ages from the youngest, and sign-ups from the latest, unless asked otherwise. */
export function readUserOrder({ sort = "created", direction }: Pick<Query, "sort" | "direction">): UserOrder {
  return { sort, direction: direction ?? (sort === "created" ? "desc" : "asc") };
}

/** What staff switch on and off for a member. */
export type SwitchName = "verified" | "premium" | "active" | "wildcard";

export type Switchable = Standing &
  Parameters<typeof isPremiumAt>[0] & { isVerified: boolean; isWildcardCity: boolean; isManaged: boolean };

type SwitchVerdict = "change" | "unchanged" | Exclude<SwitchRefusal, "missing">;

/**
 * Whether a switch may be set for a member. A managed profile earns and buys nothing; what was paid for ends by a refund
 * only; and who left by themselves comes back by themselves.
 */
export function judgeSwitch(name: SwitchName, isOn: boolean, member: Switchable, now: Date): SwitchVerdict {
  if (name === "premium") return judgePremium(isOn, member, now);
  if (name === "active") return judgeActive(isOn, member);
  if (name === "verified" && isOn && member.isManaged) return "managed";
  const isAlready = name === "verified" ? member.isVerified : member.isWildcardCity;
  return isAlready === isOn ? "unchanged" : "change";
}

function judgePremium(isOn: boolean, member: Switchable, now: Date): SwitchVerdict {
  if (isOn && member.isManaged) return "managed";
  if (isPremiumAt(member, now) === isOn) return "unchanged";
  return isOn || member.hasCourtesyPremium ? "change" : "paid";
}

function judgeActive(isOn: boolean, member: Switchable): SwitchVerdict {
  const { suspendedAt, bannedAt, deactivatedAt, awaitsConfirmation } = member;
  if (!isOn) return suspendedAt ? "unchanged" : "change";
  // A ban holds marks of a person, and is undone where its case is.
  if (bannedAt) return "banned";
  if (suspendedAt) return "change";
  if (awaitsConfirmation) return "unconfirmed";
  return deactivatedAt ? "left" : "unchanged";
}

/** The names in the audit log; a suspension and its end write their own. */
const ACTIONS: Record<Exclude<SwitchName, "active">, { on: string; off: string }> = {
  verified: { on: "profile.verified", off: "profile.unverified" },
  premium: { on: "courtesy.granted", off: "courtesy.granted" },
  wildcard: { on: "profile.wildcard-on", off: "profile.wildcard-off" },
};

export const actionOf = (name: Exclude<SwitchName, "active">, isOn: boolean): string =>
  ACTIONS[name][isOn ? "on" : "off"];

type Row = Omit<Awaited<ReturnType<typeof listUsers>>[number], keyof MainPhotoFacts>;
type Shown = Omit<Presentation, "viewerCityId">;

/** A member in a list of the office, in their own city also when a wildcard city hides it. */
export function presentUser(row: Row & MainPhotoFacts, presentation: Shown) {
  return { ...presentFacts(row, presentation), photo: presentMainPhoto(row, presentation) };
}

export function presentUserDetail(
  row: NonNullable<Awaited<ReturnType<typeof findUser>>>,
  { photos, cases }: { photos: (PhotoFacts & { id: string })[]; cases: z.output<typeof StaffUserDetail>["cases"] },
  presentation: Shown,
): z.output<typeof StaffUserDetail> {
  const { gender, cityId, updatedAt, pendingEmail, lastActiveAt } = row;
  return {
    ...presentFacts(row, presentation),
    ...{ gender, cityId, updatedAt, pendingEmail, lastActiveAt },
    ...pickAbout(row),
    isAgeFixed: row.birthOn !== null,
    cases,
    photos: photos.map((photo) => presentOwnPhoto(photo, presentation)),
  };
}

function presentFacts(row: Row, { now, today, cityLabelOf }: Shown) {
  const { id, name, email, role, createdAt, isManaged, isDemo, isVerified, isPremium, isOpen, isWildcardCity } = row;
  return {
    ...{ id, name, email, role, createdAt, isManaged, isDemo, isVerified, isPremium, isWildcardCity },
    isActive: isOpen,
    age: ageOn(row.estimatedBirthOn, today),
    city: cityLabelOf(row.cityId),
    status: statusOf(row),
    isPremiumPaid: row.premiumUntil !== null && row.premiumUntil > now,
  };
}

type Flags = { isVerified: boolean; isPremium: boolean; isActive: boolean; isWildcardCity: boolean };
const SWITCH_FIELDS = [
  { name: "verified", field: "isVerified", permission: "verifyMembers" },
  { name: "premium", field: "isPremium", permission: "grantBenefits" },
  { name: "active", field: "isActive", permission: "suspendMembers" },
  { name: "wildcard", field: "isWildcardCity", permission: "changeWildcardCity" },
] as const satisfies { name: SwitchName; field: keyof Flags; permission: StaffPermission }[];

/** The switches that a form sets otherwise than they are; one that it leaves out stays. */
export function listSwitches(user: Flags, form: { [field in keyof Flags]?: boolean | undefined }) {
  return SWITCH_FIELDS.flatMap((one) => {
    const isOn = form[one.field] ?? user[one.field];
    return isOn === user[one.field] ? [] : [{ ...one, isOn }];
  });
}

const TEXT_FIELDS = ["name", "role", "gender", "cityId", ...ABOUT_NAMES] as const;
type Texts = Record<(typeof TEXT_FIELDS)[number], string | number>;

/** The fields of a member that a form changes, but for switches and the e-mail address. */
export function listEdited(user: Texts, form: Texts, isAgeRestated: boolean): (EditedField | AboutName)[] {
  const edited = TEXT_FIELDS.filter((field) => user[field] !== form[field]);
  return isAgeRestated ? [...edited, "age"] : edited;
}
