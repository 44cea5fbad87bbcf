import type { AccountType, Gender } from "@caramelo/contract/accounts/account";
import type { StaffPermission } from "@caramelo/contract/accounts/staff-permissions";
import { countCharacters } from "@caramelo/contract/call/characters";
import type { MemberStatus } from "@caramelo/contract/profiles/calls";
import type { EditedField } from "@caramelo/contract/texts/audit";
import type { StaffUserDetail, SwitchRefusal, UserSort } from "@caramelo/contract/users/calls";
import type * as z from "zod";
import { isPremiumAt } from "../../base/members/premium-rules.ts";
import { ageOn } from "../../base/members/rules.ts";
import type { Presentation } from "../people/rules.ts";
import { presentMainPhoto, presentOwnPhoto, type presentPhoto } from "../photos/rules.ts";
import { statusOf } from "../profiles/rules.ts";

/** A searched text, folded by the database, with the cities whose labels hold it; `length` in characters. */
export type Search = { text: string; length: number; cityIds: number[] };
export type UserOrder = { sort: UserSort; direction: "asc" | "desc" };
export type UserFilter = {
  search?: Search | undefined;
  role?: AccountType | undefined;
  status?: Exclude<MemberStatus, "hidden" | "banned"> | undefined;
  isVerified?: boolean | undefined;
  isPremium?: boolean | undefined;
  isManaged?: boolean | undefined;
  isWildcardCity?: boolean | undefined;
};

type YesNo = "yes" | "no" | undefined;
type Asked = {
  q?: string | undefined;
  role?: AccountType | undefined;
  status?: Exclude<MemberStatus, "hidden" | "banned"> | undefined;
  verified?: YesNo;
  premium?: YesNo;
  managed?: YesNo;
  wildcard?: YesNo;
};

const isYes = (answer: YesNo) => (answer === undefined ? undefined : answer === "yes");

/** The filter that a call asks for. Names and labels are stored composed, so the search is composed as well. */
export function readUserFilter(asked: Asked, citiesHolding: (text: string) => number[]): UserFilter {
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
export function readUserOrder({
  sort = "created",
  direction,
}: {
  sort?: UserSort | undefined;
  direction?: "asc" | "desc" | undefined;
}): UserOrder {
  return { sort, direction: direction ?? (sort === "created" ? "desc" : "asc") };
}

/** What staff switch on and off for a member. */
export type SwitchName = "verified" | "premium" | "active" | "wildcard";

export type Switchable = {
  isVerified: boolean;
  isWildcardCity: boolean;
  isManaged: boolean;
  suspendedAt: Date | null;
  bannedAt: Date | null;
  hiddenAt: Date | null;
  deactivatedAt: Date | null;
  awaitsConfirmation: boolean;
  hasCourtesyPremium: boolean | null;
  premiumUntil: Date | null;
};

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

type Row = Switchable & {
  id: string;
  name: string;
  email: string;
  role: AccountType;
  estimatedBirthOn: string;
  cityId: number;
  createdAt: Date;
  isOpen: boolean;
  isDemo: boolean;
  isPremium: boolean;
};
type Photo = Parameters<typeof presentPhoto>[0];
type MainPhoto = { [key in keyof Photo]: Photo[key] | null };
type Shown = Omit<Presentation, "viewerCityId">;

/** A member in a list of the office, in their own city also when a wildcard city hides it. */
export function presentUser(row: Row & MainPhoto, presentation: Shown) {
  return { ...presentFacts(row, presentation), photo: presentMainPhoto(row, presentation) };
}

type Detail = Row & {
  gender: Gender;
  birthOn: string | null;
  bio: string;
  lookingFor: string;
  updatedAt: Date;
  pendingEmail: string | null;
  lastActiveAt: Date | null;
};

export function presentUserDetail(
  row: Detail,
  { photos, cases }: { photos: (Photo & { id: string })[]; cases: z.output<typeof StaffUserDetail>["cases"] },
  presentation: Shown,
): z.output<typeof StaffUserDetail> {
  const { gender, cityId, bio, lookingFor, updatedAt, pendingEmail, lastActiveAt } = row;
  return {
    ...presentFacts(row, presentation),
    ...{ gender, cityId, bio, lookingFor, updatedAt, pendingEmail, lastActiveAt },
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

type Texts = { name: string; role: AccountType; gender: Gender; cityId: number; bio: string; lookingFor: string };
const TEXT_FIELDS = ["name", "role", "gender", "cityId", "bio", "lookingFor"] as const;

/** The fields of a member that a form changes, but for switches and the e-mail address. */
export function listEdited(user: Texts, form: Texts, isAgeRestated: boolean): EditedField[] {
  const edited: EditedField[] = TEXT_FIELDS.filter((field) => user[field] !== form[field]);
  return isAgeRestated ? [...edited, "age"] : edited;
}
