import { consentTexts } from "@caramelo/contract/accounts/consents";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { CONSENTS_SHOWN } from "@caramelo/contract/limits";
import { lockMember } from "../../../base/members/member-queries.ts";
import { hideWithoutConsent, showWithConsent } from "../../../base/members/profile-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { giveConsents } from "../commands.ts";
import { endConsent, listConsents } from "../consent-queries.ts";
import { consentOf, storedKindOf } from "../consent-rules.ts";

export const consents = handle(contract.personalData.consents, async ({ me, db }) => {
  const rows = await listConsents(db, me.id, CONSENTS_SHOWN);
  return { consents: rows.map(({ kind, ...consent }) => ({ kind: consentOf(kind), ...consent })) };
});

/** A consent is given to the text that the member read, so an older text is refused. */
export const giveConsent = handle(contract.personalData.giveConsent, async ({ body, me, db, clock }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  const { kind, version } = body;
  if (version !== consentTexts[kind].version)
    fail("VALIDATION_ERROR", { fields: { version: fieldTexts.consentTextChanged } });
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (kind === "sensitiveData") await lockStreamsAround(trx, [me.id]);
    await lockMember(trx, me.id);
    await giveConsents(trx, me.id, [kind], now);
    if (kind === "sensitiveData") await showWithConsent(trx, me.id, now);
  });
  return {};
});

/**
 * Without the consent to sensitive data the member is hidden in the same transaction. The locks ensure that a message
 * to them is either stored before or refused after it. Their live connections end, since the events are about others,
 * too.
 */
export const withdrawConsent = handle(
  contract.personalData.withdrawConsent,
  async ({ params, me, db, clock, live }) => {
    if (me.isAdmin) fail("PERMISSION_DENIED");
    const { kind } = params;
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
      if (kind === "sensitiveData") await lockStreamsAround(trx, [me.id]);
      await lockMember(trx, me.id);
      await endConsent(trx, me.id, storedKindOf(kind), now);
      if (kind === "sensitiveData") await hideWithoutConsent(trx, me.id, now);
    });
    if (kind === "sensitiveData") live.endMember(me.id);
    return {};
  },
);
