import { brand } from "@caramelo/contract/brand/brand";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { getEmail, lockMember } from "../../../base/members/member-queries.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { findTotpStep, makeTotpSecret, totpText, totpUri } from "../../../platform/secrets/totp.ts";
import { readCode } from "../factor-rules.ts";
import { getAccount } from "../queries/accounts.ts";
import { adoptPendingSecret, countRecoveryCodes, findFactor, storePendingSecret } from "../queries/factors.ts";
import { changeSession, endSessionsOfMember, isSessionGood } from "../queries/sessions.ts";
import { FACTOR_PURPOSE, makeRecoveryCodes } from "../take-factor.ts";

export const ownFactor = handle(contract.accounts.ownFactor, async ({ me, db, site }) => ({
  setUpAt: (await findFactor(db, me.id))?.setUpAt ?? null,
  recoveryCodesLeft: await countRecoveryCodes(db, me.id),
  isRequired: site.requiresFactor,
}));

export const beginFactor = handle(contract.accounts.beginFactor, async ({ me, db, clock, sealer }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  const { email } = await getAccount(db, me.id);
  const secret = makeTotpSecret();
  const pendingSecret = sealer.seal(secret, FACTOR_PURPOSE);
  await storePendingSecret(db, { memberId: me.id, pendingSecret, pendingAt: now });
  return { secret: totpText(secret), uri: totpUri(secret, { issuer: brand.name, label: email }) };
});

export const confirmFactor = handle(contract.accounts.confirmFactor, async ({ body, me, limits, ...context }) => {
  const { db, clock, sealer, live } = context;
  const now = clock.now();
  requireFreshFactor(me, now);
  await limits.signInAccount.take();
  const pendingSecret = (await findFactor(db, me.id))?.pendingSecret;
  const code = readCode(body.code)?.code ?? "";
  const step = pendingSecret ? findTotpStep(sealer.open(pendingSecret, FACTOR_PURPOSE), code, now) : undefined;
  if (!pendingSecret || step === undefined) failCode();
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    // A password sign-in holds the member, so it either ends here or finds the factor. A session that has ended meanwhile
    // must set up none.
    const member = await lockMember(trx, me.id);
    if (!member || !(await isSessionGood(trx, me.sessionId, now))) failCode();
    if (!(await adoptPendingSecret(trx, { memberId: me.id, pendingSecret, step }, now))) failCode();
    const codes = await makeRecoveryCodes({ db: trx, sealer }, me.id);
    // All other sessions end, because they were opened without the new factor.
    await endSessionsOfMember(trx, me.id, now, me.sessionId);
    await changeSession(trx, me.sessionId, { provedAt: now, hasFactor: true });
    await addAuditEntry(trx, { at: now, actorId: me.id, action: "admin.factor-set-up", subjectId: me.id });
    await addMail(trx, member.email, writeMail("factor-set-up"), now);
    return codes;
  });
  await limits.signInAccount.forgive();
  live.endMember(me.id, me.sessionId);
  return { recoveryCodes };
});

export const renewRecoveryCodes = handle(contract.accounts.renewRecoveryCodes, async ({ me, db, clock, sealer }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  if (!(await findFactor(db, me.id))?.setUpAt) fail("NOT_FOUND");
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    await addAuditEntry(trx, { at: now, actorId: me.id, action: "admin.recovery-codes-renewed", subjectId: me.id });
    await addMail(trx, await getEmail(trx, me.id), writeMail("recovery-codes-renewed"), now);
    return makeRecoveryCodes({ db: trx, sealer }, me.id);
  });
  return { recoveryCodes };
});

function failCode(): never {
  fail("VALIDATION_ERROR", { fields: { code: fieldTexts.codeWrong } });
}
