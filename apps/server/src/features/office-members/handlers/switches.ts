import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import type { SwitchRefusal } from "@caramelo/contract/office-members/calls";
import { lockMember } from "../../../base/members/member-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import type { PublishChange } from "../../../platform/http/handlers-of.ts";
import { announceSwitch, applySwitch } from "../apply-switch.ts";
import { findUser } from "../queries.ts";
import type { SwitchName } from "../switch-rules.ts";

type Input = Pick<Context, "db" | "clock" | "live" | "site" | "siteSettings"> & {
  body: { ids: string[]; isOn: boolean; reason?: string | undefined };
  me: Me;
  publishChange: PublishChange;
};
type Summary = { changed: string[]; unchanged: string[]; refused: { id: string; why: SwitchRefusal }[] };

/**
 * Sets a switch for several members, each in a transaction that is announced at once, so that a later failure leaves no
 * connection of a suspended member open.
 */
async function switchAll(name: SwitchName, { body, me, publishChange, ...context }: Input): Promise<Summary> {
  const { isOn, reason } = body;
  if (name === "active" && !isOn && !reason)
    fail("VALIDATION_ERROR", { fields: { reason: fieldTexts.reasonRequired } });
  const ids = new Set(body.ids);
  if (ids.size > 1) requireFreshFactor(me, context.clock.now());
  const summary: Summary = { changed: [], unchanged: [], refused: [] };
  for (const id of ids) {
    const outcome = await switchOne(context, id, { name, isOn, reason, actorId: me.id });
    if (outcome === "change") {
      summary.changed.push(id);
      publishChange([id]);
      announceSwitch(context, id, { name, isOn });
    } else if (outcome === "unchanged") summary.unchanged.push(id);
    else summary.refused.push({ id, why: outcome });
  }
  return summary;
}

type Action = { name: SwitchName; isOn: boolean; reason: string | undefined; actorId: string };

function switchOne({ db, clock, ...deps }: Omit<Input, "body" | "me" | "publishChange">, id: string, action: Action) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    // The locks ensure that a message to or from the member is either stored before the switch or judged after it.
    await lockStreamsAround(trx, [id]);
    await lockMember(trx, id);
    const member = await findUser(trx, id, now);
    return member ? applySwitch(trx, deps, member, { ...action, now }) : ("missing" as const);
  });
}

export const staffVerify = handle(contract.officeMembers.staffVerify, (input) => switchAll("verified", input));
export const staffPremium = handle(contract.officeMembers.staffPremium, (input) => switchAll("premium", input));
export const staffActivate = handle(contract.officeMembers.staffActivate, (input) => switchAll("active", input));
export const staffWildcard = handle(contract.officeMembers.staffWildcard, (input) => switchAll("wildcard", input));
