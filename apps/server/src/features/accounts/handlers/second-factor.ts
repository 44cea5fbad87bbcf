import { brand } from "@caramelo/contract/brand/brand";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { auditStaffAction } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { changeSession, endSessionsOfMember, voidProofs } from "../../../base/sessions/queries.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { findTotpStep, makeTotpSecret, totpText, totpUri } from "../../../platform/secrets/totp.ts";
import { addLinkMail } from "../add-link-mail.ts";
import { readCode } from "../factor-rules.ts";
import { requireHeldProof } from "../held-proof.ts";
import { appMail } from "../mail-rules.ts";
import { getAccount } from "../queries/accounts.ts";
import {
  adoptPendingSecret,
  countRecoveryCodes,
  findFactor,
  keepFactor as keepStoredFactor,
  removeFactor as removeStoredFactor,
  storePendingSecret,
} from "../queries/factors.ts";
import { deviceName } from "../rules.ts";
import { FACTOR_PURPOSE, makeRecoveryCodes, recordFactorRemoval } from "../take-factor.ts";

export const ownFactor = handle(contract.accounts.ownFactor, async ({ me, db, site }) => {
  const { setUpAt = null, addedOn = null, offSince = null } = (await findFactor(db, me.id)) ?? {};
  return {
    setUpAt,
    addedOn,
    isOff: offSince !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, me.id),
    isRequired: me.isAdmin && site.requiresFactor,
  };
});

export const beginFactor = handle(contract.accounts.beginFactor, async ({ me, db, clock, sealer }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  const { email } = await getAccount(db, me.id);
  const secret = makeTotpSecret();
  const pendingSecret = sealer.seal(secret, FACTOR_PURPOSE);
  await storePendingSecret(db, { memberId: me.id, pendingSecret, pendingAt: now });
  return { secret: totpText(secret), uri: totpUri(secret, { issuer: brand.name, label: email }) };
});

export const confirmFactor = handle(
  contract.accounts.confirmFactor,
  async ({ body, me, exchange, limits, ...context }) => {
    const { db, clock, sealer, site, live } = context;
    const now = clock.now();
    const addedOn = deviceName(exchange.userAgent);
    requireFreshFactor(me, now);
    await limits.signInAccount.take();
    const pendingSecret = (await findFactor(db, me.id))?.pendingSecret;
    const code = readCode(body.code)?.code ?? "";
    const step = pendingSecret ? findTotpStep(sealer.open(pendingSecret, FACTOR_PURPOSE), code, now) : undefined;
    if (!pendingSecret || step === undefined) failCode();
    const recoveryCodes = await db.transaction().execute(async (trx) => {
      // A password sign-in holds the member, so it either ends here or finds the factor.
      const member = (await lockMember(trx, me.id)) ?? failCode();
      await requireHeldProof(trx, me, now);
      if (!(await adoptPendingSecret(trx, { memberId: me.id, pendingSecret, step, addedOn }, now))) failCode();
      const codes = await makeRecoveryCodes({ db: trx, sealer }, me.id);
      await changeSession(trx, me.sessionId, { provedAt: now, hasFactor: me.isAdmin });
      if (me.isAdmin) await settleStaffFactor({ db: trx, site }, me, member.email, now);
      else await settleMemberFactor({ db: trx, site }, me, member.email, now);
      return codes;
    });
    await limits.signInAccount.forgive();
    if (me.isAdmin) live.endMember(me.id, me.sessionId);
    return { recoveryCodes };
  },
);

/** All other sessions of staff end, because they were opened without the new factor. */
async function settleStaffFactor(
  { db, site }: Pick<Context, "db" | "site">,
  { id: memberId, sessionId }: Me,
  to: string,
  now: Date,
): Promise<void> {
  await endSessionsOfMember(db, memberId, now, sessionId);
  await auditStaffAction(db, "admin.factor-set-up", { memberId, isAdmin: true, now });
  await addLinkMail({ db, site }, { memberId, kind: "sign_in_alert", to, mail: "factor-set-up" }, now);
}

/**
 * A member's other sessions stay, but what they have proven does not. The mail has a link that denies the app: an
 * intruder who added it holds the only code, and could keep the member out.
 */
async function settleMemberFactor(
  { db, site }: Pick<Context, "db" | "site">,
  { id: memberId, sessionId }: Me,
  email: string,
  now: Date,
): Promise<void> {
  await voidProofs(db, memberId, sessionId);
  await addLinkMail({ db, site }, { memberId, kind: "sign_in_alert", to: email, mail: "app-added" }, now);
}

export const keepFactor = handle(contract.accounts.keepFactor, async ({ me, db, clock }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, me.id);
    await requireHeldProof(trx, me, now);
    if (!(await keepStoredFactor(trx, me.id))) fail("NOT_FOUND");
  });
  return {};
});

export const removeFactor = handle(contract.accounts.removeFactor, async ({ me, db, clock, site }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    const { email } = (await lockMember(trx, me.id)) ?? fail("NOT_FOUND");
    await requireHeldProof(trx, me, now);
    if (!(await removeStoredFactor(trx, me.id))) fail("NOT_FOUND");
    await addMail(trx, email, appMail("app-removed", site.origin), now);
    await recordFactorRemoval(trx, me, "admin.factor-removed", now);
  });
  return {};
});

export const renewRecoveryCodes = handle(contract.accounts.renewRecoveryCodes, async ({ me, ...context }) => {
  const { db, clock, sealer, site } = context;
  const now = clock.now();
  requireFreshFactor(me, now);
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    // When two renewals run at once, the second one voids the codes of the first.
    const { email } = (await lockMember(trx, me.id)) ?? fail("NOT_FOUND");
    await requireHeldProof(trx, me, now);
    if (!(await findFactor(trx, me.id))?.setUpAt) fail("NOT_FOUND");
    await auditStaffAction(trx, "admin.recovery-codes-renewed", { memberId: me.id, isAdmin: me.isAdmin, now });
    const alert = { memberId: me.id, kind: "sign_in_alert", to: email, mail: "recovery-codes-renewed" } as const;
    await addLinkMail({ db: trx, site }, alert, now);
    return makeRecoveryCodes({ db: trx, sealer }, me.id);
  });
  return { recoveryCodes };
});

function failCode(): never {
  fail("VALIDATION_ERROR", { fields: { code: fieldTexts.codeWrong } });
}
