import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { changeSession } from "../../../base/sessions/queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import { challengePasskey } from "../challenge-passkey.ts";
import { checkPasskey, refusePasskey } from "../check-passkey.ts";
import { isUsable } from "../passkey-rules.ts";
import { getAccount } from "../queries/accounts.ts";
import { takeChallenge } from "../queries/passkey-challenges.ts";
import { listPasskeys } from "../queries/passkeys.ts";
import { hasSecondFactor } from "../rules.ts";
import { takeFactor } from "../take-factor.ts";
import { usePasskey } from "../use-passkey.ts";
import { columnsOf, typedWayOf } from "../way-rules.ts";

export const prove = handle(contract.accounts.prove, async ({ body, me, limits, db, clock, sealer, site }) => {
  await limits.signInAccount.take();
  const account = await getAccount(db, me.id);
  const hasFactor = hasSecondFactor(account);
  const isPassword = !hasFactor && (await verifyPassword(account.passwordHash, body.proof, memberSender(me.id)));
  const isProven = await db.transaction().execute(async (trx) => {
    await lockMember(trx, me.id);
    const isRight = hasFactor
      ? await takeFactor({ db: trx, clock, sealer, site }, me, body.proof)
      : // An authenticator app may have been added since the account was read; the password then proves nothing.
        isPassword && !hasSecondFactor(await getAccount(trx, me.id));
    const proof = { provedAt: clock.now(), hasFactor: me.isAdmin && hasFactor, ...columnsOf(typedWayOf(account)) };
    if (isRight) await changeSession(trx, me.sessionId, proof);
    else await auditRefusal(trx, me, clock.now(), { hasCode: hasFactor });
    return isRight;
  });
  const proof = hasFactor ? fieldTexts.codeWrong : fieldTexts.passwordWrong;
  if (!isProven) fail("VALIDATION_ERROR", { fields: { proof } });
  await limits.signInAccount.forgive();
  return {};
});

export const beginPasskeyProof = handle(contract.accounts.beginPasskeyProof, async ({ me, exchange, db, clock }) => {
  const passkeys = await listPasskeys(db, me.id);
  return challengePasskey(
    { db, clock },
    {
      purpose: "proof",
      sessionId: me.sessionId,
      origin: exchange.origin,
      credentialIds: passkeys.filter(isUsable).map(({ credentialId }) => credentialId),
    },
  );
});

export const proveByPasskey = handle(
  contract.accounts.proveByPasskey,
  async ({ body, me, exchange, limits, ...context }) => {
    await limits.signInAccount.take();
    const { db, clock } = context;
    const occasion = { purpose: "proof" as const, sessionId: me.sessionId, origin: exchange.origin };
    const checkedPasskey = await checkPasskey(context, body.passkey, occasion);
    if (checkedPasskey && checkedPasskey.memberId !== me.id) {
      refusePasskey(context, "owner");
      await takeChallenge(db, checkedPasskey.challenge, clock.now());
    }
    const isProven = await db.transaction().execute(async (trx) => {
      await lockMember(trx, me.id);
      const isOwn = checkedPasskey?.memberId === me.id;
      const since = isOwn ? await usePasskey({ ...context, db: trx }, checkedPasskey, me) : undefined;
      const proof = { provedAt: clock.now(), hasFactor: me.isAdmin };
      if (since) await changeSession(trx, me.sessionId, { ...proof, ...columnsOf({ by: "key", since }) });
      else await auditRefusal(trx, me, clock.now(), { hasCode: false, hasPasskey: true });
      return since !== undefined;
    });
    if (!isProven) fail("AUTH_PASSKEY_REFUSED");
    await limits.signInAccount.forgive();
    return {};
  },
);

type RefusedProof = { hasCode: boolean; hasPasskey?: boolean };

/** Records a wrong proof of staff, and nothing for members. */
async function auditRefusal(trx: Db, { id, isAdmin }: Me, at: Date, details: RefusedProof): Promise<void> {
  const entry = { at, actorId: id, action: "admin.proof-refused", subjectId: id, details };
  if (isAdmin) await addAuditEntry(trx, entry);
}
