import { contract } from "@caramelo/contract/contract";
import { PREMIUM_SETTINGS } from "@caramelo/contract/member-settings/member-settings";
import { changeSettings } from "../../base/members/member-queries.ts";
import { findPremium } from "../../base/money/ledger-queries.ts";
import { isPremiumAt } from "../../base/money/premium-rules.ts";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { endAvailability } from "../presence/availability-queries.ts";
import { changePresenceHidden } from "../presence/queries.ts";
import { getSettings } from "./queries.ts";
import { settingsOf } from "./rules.ts";

export const read = handle(contract.memberSettings.read, async ({ me, db }) => readSettings(db, me.id));

export const change = handle(contract.memberSettings.change, async ({ body, me, db, clock }) => {
  const { isPresenceHidden, ...changes } = body;
  const now = clock.now();
  const settings = await db.transaction().execute(async (trx) => {
    const wantsPremium = PREMIUM_SETTINGS.some((name) => changes[name] === true);
    if (wantsPremium && !isPremiumAt(await findPremium(trx, me.id), now)) fail("PREMIUM_ONLY");
    await changeSettings(trx, me.id, changes, now);
    // Staff have no presence that could be hidden.
    if (isPresenceHidden !== undefined && !me.isAdmin) await changePresenceHidden(trx, me.id, isPresenceHidden, now);
    if (changes.offersAvailability === false || isPresenceHidden === true) await endAvailability(trx, me.id, now);
    return readSettings(trx, me.id);
  });
  return settings;
});

async function readSettings(db: Db, memberId: string) {
  const { isPresenceHidden, ...storedSettings } = await getSettings(db, memberId);
  return { ...settingsOf(storedSettings), isPresenceHidden: isPresenceHidden ?? false };
}
