import { brand } from "@caramelo/contract/brand/brand";
import { contract } from "@caramelo/contract/contract";
import { PASSKEYS_MAX } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { changeSession, endSessionsOfMember } from "../../../base/sessions/queries.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { addLinkMail } from "../add-link-mail.ts";
import { describeCredential, makeChallenge, userHandleOf } from "../challenge-passkey.ts";
import { checkNewPasskey } from "../check-passkey.ts";
import { holdsProof, requireHeldProof } from "../held-proof.ts";
import { PASSKEY_ALGORITHMS, PASSKEY_TIMEOUT_MS, relyingPartyOf } from "../passkey-rules.ts";
import { getAccount } from "../queries/accounts.ts";
import { takeChallenge } from "../queries/passkey-challenges.ts";
import {
  addPasskey as addStoredPasskey,
  keepPasskey as keepStoredPasskey,
  listPasskeys,
  removePasskey as removeStoredPasskey,
  renamePasskey as renameStoredPasskey,
} from "../queries/passkeys.ts";
import { deviceName, hasSecondFactor } from "../rules.ts";
import { recordFactorRemoval } from "../take-factor.ts";

export const passkeys = handle(contract.accounts.passkeys, async ({ me, db }) => {
  const rows = await listPasskeys(db, me.id);
  return {
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt, blockedAt, addedOn, offSince }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
      isBlocked: blockedAt !== null,
      addedOn,
      isOff: offSince !== null,
    })),
  };
});

export const beginPasskey = handle(contract.accounts.beginPasskey, async ({ me, exchange, db, clock, sealer }) => {
  requireFreshFactor(me, clock.now());
  const storedPasskeys = await listPasskeys(db, me.id);
  if (storedPasskeys.length >= PASSKEYS_MAX) fail("PASSKEYS_FULL");
  const { email } = await getAccount(db, me.id);
  return {
    challenge: await makeChallenge({ db, clock }, { purpose: "addition", sessionId: me.sessionId }),
    rp: { id: relyingPartyOf(exchange.origin).id, name: brand.name },
    user: { id: userHandleOf({ sealer }, me.id), name: email, displayName: email },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: PASSKEY_TIMEOUT_MS,
    attestation: "none" as const,
    excludeCredentials: storedPasskeys.map(({ credentialId }) => describeCredential(credentialId)),
    // The passkey itself knows whose it is, and asks its person for a fingerprint, a face or a PIN.
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
  };
});

export const addPasskey = handle(contract.accounts.addPasskey, async ({ body, me, exchange, ...context }) => {
  const { db, clock, site, live } = context;
  const occasion = { purpose: "addition" as const, sessionId: me.sessionId, origin: exchange.origin };
  const checkedPasskey = await checkNewPasskey(context, body.passkey, occasion);
  if (!checkedPasskey) fail("PASSKEY_NOT_ADDED");
  const { challenge, ...credential } = checkedPasskey;
  const now = clock.now();
  const [id, name] = [uuidv7(now), deviceName(exchange.userAgent)];
  const isFirstFactor = await db.transaction().execute(async (trx) => {
    const { email } = (await lockMember(trx, me.id)) ?? fail("PASSKEY_NOT_ADDED");
    if (!(await takeChallenge(trx, challenge, now))) fail("PASSKEY_NOT_ADDED");
    // "Não fui eu", a recovery and a new app lock the member, too. A session that they ended, or whose proof they
    // voided, must not add a key.
    if (!(await holdsProof(trx, me, { now, freshAt: earliestBegin(now) }))) fail("PASSKEY_NOT_ADDED");
    if ((await listPasskeys(trx, me.id)).length >= PASSKEYS_MAX) fail("PASSKEYS_FULL");
    const hadFactor = hasSecondFactor(await getAccount(trx, me.id));
    const origin = { memberId: me.id, name, createdAt: now, addedOn: name };
    if (!(await addStoredPasskey(trx, { ...credential, id, ...origin }))) fail("PASSKEY_NOT_ADDED");
    const alert = { memberId: me.id, kind: "sign_in_alert", to: email, mail: "passkey-added" } as const;
    await addLinkMail({ db: trx, site }, alert, now);
    if (!me.isAdmin) return false;
    // Staff have proved the new factor by making it. The proof keeps its age.
    await changeSession(trx, me.sessionId, { provedAt: me.provedAt, hasFactor: true });
    await addAuditEntry(trx, { ...entryOf(me, now), action: "admin.passkey-added" });
    // All other sessions end, because they were opened without a second factor.
    if (!hadFactor) await endSessionsOfMember(trx, me.id, now, me.sessionId);
    return !hadFactor;
  });
  if (isFirstFactor) live.endMember(me.id, me.sessionId);
  return { id, name };
});

/** The addition required a fresh proof when it began, at most one challenge lifetime ago. */
const earliestBegin = (now: Date) => new Date(now.getTime() - PASSKEY_TIMEOUT_MS);

export const renamePasskey = handle(contract.accounts.renamePasskey, async ({ params, body, me, db }) => {
  const isOwn = await renameStoredPasskey(db, { id: params.id, memberId: me.id }, body.name);
  if (!isOwn) fail("NOT_FOUND");
  return {};
});

export const keepPasskey = handle(contract.accounts.keepPasskey, async ({ params, me, db, clock }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, me.id);
    await requireHeldProof(trx, me, now);
    if (!(await keepStoredPasskey(trx, { id: params.id, memberId: me.id }))) fail("NOT_FOUND");
  });
  return {};
});

export const removePasskey = handle(contract.accounts.removePasskey, async ({ params, me, db, clock, site }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    const { email } = (await lockMember(trx, me.id)) ?? fail("NOT_FOUND");
    await requireHeldProof(trx, me, now);
    if (!(await removeStoredPasskey(trx, { id: params.id, memberId: me.id }))) fail("NOT_FOUND");
    const alert = { memberId: me.id, kind: "sign_in_alert", to: email, mail: "passkey-removed" } as const;
    await addLinkMail({ db: trx, site }, alert, now);
    await recordFactorRemoval(trx, me, "admin.passkey-removed", now);
  });
  return {};
});

const entryOf = ({ id }: Me, at: Date) => ({ at, actorId: id, subjectId: id });
