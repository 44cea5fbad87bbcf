import type { AuditAction } from "@caramelo/contract/audit/actions";
import type { StaffPermission } from "@caramelo/contract/call/staff-permissions";
import type { SwitchRefusal } from "@caramelo/contract/office-members/calls";
import { isPremiumAt } from "../../base/money/premium-rules.ts";
import type { Standing } from "../profiles/rules.ts";

export type SwitchName = "verified" | "premium" | "active" | "wildcard";

export type SwitchableMember = Standing &
  Parameters<typeof isPremiumAt>[0] & { isVerified: boolean; isWildcardCity: boolean; isManaged: boolean };

type SwitchVerdict = "change" | "unchanged" | Exclude<SwitchRefusal, "missing">;

/**
 * Whether a switch may be set for a member. A managed profile can neither be verified nor have premium; paid premium
 * ends only by a refund; and only members themselves can end their own deactivation.
 */
export function judgeSwitch(name: SwitchName, isOn: boolean, member: SwitchableMember, now: Date): SwitchVerdict {
  if (name === "premium") return judgePremium(isOn, member, now);
  if (name === "active") return judgeActive(isOn, member);
  if (name === "verified" && isOn && member.isManaged) return "managed";
  const isAlready = name === "verified" ? member.isVerified : member.isWildcardCity;
  return isAlready === isOn ? "unchanged" : "change";
}

function judgePremium(isOn: boolean, member: SwitchableMember, now: Date): SwitchVerdict {
  if (isOn && member.isManaged) return "managed";
  if (isPremiumAt(member, now) === isOn) return "unchanged";
  return isOn || member.hasCourtesyPremium ? "change" : "paid";
}

function judgeActive(isOn: boolean, member: SwitchableMember): SwitchVerdict {
  const { suspendedAt, bannedAt, deactivatedAt, awaitsConfirmation } = member;
  if (!isOn) return suspendedAt ? "unchanged" : "change";
  // A ban also keeps marks of the person, so it is undone at its case and not by this switch.
  if (bannedAt) return "banned";
  if (suspendedAt) return "change";
  if (awaitsConfirmation) return "unconfirmed";
  return deactivatedAt ? "left" : "unchanged";
}

/** The names of the actions in the audit log. Suspensions and reinstatements write separate entries. */
const ACTIONS: Record<Exclude<SwitchName, "active">, { on: AuditAction; off: AuditAction }> = {
  verified: { on: "profile.verified", off: "profile.unverified" },
  premium: { on: "courtesy.granted", off: "courtesy.revoked" },
  wildcard: { on: "profile.wildcard-on", off: "profile.wildcard-off" },
};

export const actionOf = (name: Exclude<SwitchName, "active">, isOn: boolean): AuditAction =>
  ACTIONS[name][isOn ? "on" : "off"];

type Flags = { isVerified: boolean; isPremium: boolean; isActive: boolean; isWildcardCity: boolean };
const SWITCH_FIELDS = [
  { name: "verified", field: "isVerified", permission: "verifyMembers" },
  { name: "premium", field: "isPremium", permission: "grantBenefits" },
  { name: "active", field: "isActive", permission: "suspendMembers" },
  { name: "wildcard", field: "isWildcardCity", permission: "changeWildcardCity" },
] as const satisfies { name: SwitchName; field: keyof Flags; permission: StaffPermission }[];

/** The switches that a form changes; a switch that the form leaves out stays as it is. */
export function listSwitches(user: Flags, form: { [field in keyof Flags]?: boolean | undefined }) {
  return SWITCH_FIELDS.flatMap((flag) => {
    const isOn = form[flag.field] ?? user[flag.field];
    return isOn === user[flag.field] ? [] : [{ ...flag, isOn }];
  });
}
