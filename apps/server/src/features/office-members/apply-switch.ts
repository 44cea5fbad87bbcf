import { addAuditEntry } from "../../base/audit/queries.ts";
import { changeStaffFields } from "../../base/members/profile-queries.ts";
import { refreshTiers } from "../../base/money/commands.ts";
import { addLedgerEntry, lockEntitlement } from "../../base/money/ledger-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { reinstateMember, suspendMember } from "../moderation/suspension-commands.ts";
import { actionOf, judgeSwitch, type SwitchableMember, type SwitchName } from "./switch-rules.ts";

/** The provider in ledger entries that staff cause. */
const STAFF = "team";

type Action = { name: SwitchName; isOn: boolean; reason: string | undefined; actorId: string; now: Date };
type Member = SwitchableMember & { id: string };
type Deps = Pick<Context, "site" | "siteSettings">;

/**
 * Sets a switch if the rules allow it, and returns the verdict. The member's stream must be locked. The caller must
 * call `announceSwitch` after the commit.
 */
export async function applySwitch(
  trx: Db,
  deps: Deps,
  member: Member,
  action: Action,
): Promise<ReturnType<typeof judgeSwitch>> {
  const { name, isOn, now } = action;
  const verdict = judgeSwitch(name, isOn, member, now);
  if (verdict !== "change") return verdict;
  if (name === "active") await setActive(trx, deps, member.id, action);
  else await setAudited(trx, member.id, { ...action, name });
  return verdict;
}

/** Suspends or reinstates a member, with the mail and the audit entry that belong to it. */
async function setActive(
  trx: Db,
  { site, siteSettings }: Deps,
  memberId: string,
  { isOn, reason, actorId, now }: Action,
) {
  if (isOn) await reinstateMember(trx, { site, now }, { memberId, actorId, reason });
  else {
    const suspension = { memberId, kind: "suspension" as const, reason: reason ?? "", until: null, actorId };
    await suspendMember(trx, { site, siteSettings, now }, suspension);
  }
}

type AuditedSwitch = Exclude<SwitchName, "active">;

async function setAudited(trx: Db, memberId: string, action: Action & { name: AuditedSwitch }): Promise<void> {
  const { name, isOn, reason, actorId, now } = action;
  await SET[name](trx, memberId, action);
  const details = {
    ...(name === "premium" && { hasPremium: isOn }),
    // The entry says that staff gave the badge, because such a badge is no age assurance.
    ...(name === "verified" && isOn && { by: "team" }),
    ...(reason && { reason }),
  };
  await addAuditEntry(trx, { at: now, actorId, action: actionOf(name, isOn), subjectId: memberId, details });
}

const SET: Record<AuditedSwitch, (trx: Db, memberId: string, action: Action) => Promise<void>> = {
  verified: async (trx, memberId, { isOn, now }) => {
    await changeStaffFields(trx, memberId, { isVerified: isOn }, now);
    await refreshTiers(trx, [memberId], now);
  },
  wildcard: (trx, memberId, { isOn, now }) => changeStaffFields(trx, memberId, { isWildcardCity: isOn }, now),
  premium: async (trx, memberId, { isOn, now }) => {
    await lockEntitlement(trx, memberId);
    const id = uuidv7(now);
    const entry = { id, memberId, kind: "courtesy" as const, provider: STAFF, providerObjectId: id };
    await addLedgerEntry(trx, { ...entry, hasCourtesyPremium: isOn, writtenAt: now });
    await refreshTiers(trx, [memberId], now);
  },
};

/** Ends the live connections of a member whom a switch suspended. Call it after the commit. */
export function announceSwitch(
  { live }: Pick<Context, "live">,
  memberId: string,
  action: Pick<Action, "name" | "isOn">,
) {
  if (action.name === "active" && !action.isOn) live.endMember(memberId);
}
