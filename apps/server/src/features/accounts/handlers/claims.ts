import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { changePassword, lockMember, proveEmail } from "../../../base/members/member-queries.ts";
import { claimProfile } from "../../../base/members/profile-queries.ts";
import { refreshTiers } from "../../../base/money/commands.ts";
import { openLedger } from "../../../base/money/ledger-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import { endSessionsOfMember } from "../../../base/sessions/queries.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { PRODUCT_NAME } from "../../../platform/product-name.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword } from "../../../platform/secrets/passwords.ts";
import { hashToken } from "../../../platform/secrets/tokens.ts";
import { giveConsents } from "../../personal-data/commands.ts";
import { listGivenKinds } from "../../personal-data/consent-rules.ts";
import { isAddressBanned } from "../address-commands.ts";
import { addPendingWelcome } from "../queries/accounts.ts";
import { findOpenLink, useLink, voidLinks } from "../queries/links.ts";
import { judgeNewPassword } from "../rules.ts";
import { recordDevice } from "../session-check.ts";

export const checkClaim = handle(contract.accounts.checkClaim, async ({ body, ...context }) => {
  const { name, email } = await getClaim(context, body.token);
  return { name, email };
});

/** Gives a managed profile to its person. Only then it gets a ledger, and may write, buy and be written to. */
export const claim = handle(contract.accounts.claim, async ({ body, exchange, ...context }) => {
  const { db, clock } = context;
  const { id: linkId, memberId, email } = await getClaim(context, body.token);
  const password = judgeNewPassword(body.password, { isAdmin: false, isCommon: isCommonPassword(body.password) });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  const passwordHash = await hashPassword(body.password, memberSender(memberId));
  const now = clock.now();
  const device = await db.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [memberId]);
    await lockMember(trx, memberId);
    if (!(await useLink(trx, linkId, now))) fail("CLAIM_LINK_INVALID");
    await changePassword(trx, memberId, passwordHash, now);
    await proveEmail(trx, memberId, email);
    await voidLinks(trx, memberId, now);
    await endSessionsOfMember(trx, memberId, now);
    await claimProfile(trx, memberId, { statedAge: body.age, ageStatedOn: dayInBrazil(now) }, now);
    await giveConsents(trx, memberId, listGivenKinds(body.acceptsMarketing), now);
    await addPendingWelcome(trx, memberId);
    await openLedger(trx, { id: uuidv7(now), memberId, provider: PRODUCT_NAME }, now);
    await refreshTiers(trx, [memberId], now);
    await addAuditEntry(trx, { at: now, actorId: null, action: "profile.claimed", subjectId: memberId });
    return recordDevice({ db: trx, clock }, exchange, memberId);
  });
  exchange.setDevice(device);
  return {};
});

/** The open link of an invitation; fails when the address was banned since the invitation. */
async function getClaim({ db, clock, banKeys }: Pick<Context, "db" | "clock" | "banKeys">, token: string) {
  const link = await findOpenLink(db, ["claim"], hashToken(token), clock.now());
  if (!link?.isManaged || (await isAddressBanned({ db, banKeys }, link.email))) fail("CLAIM_LINK_INVALID");
  return link;
}
