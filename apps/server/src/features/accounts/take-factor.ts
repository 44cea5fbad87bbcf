import { randomInt } from "node:crypto";
import { RECOVERY_CODES } from "@caramelo/contract/limits";
import { addAuditEntry, auditStaffAction } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { getEmail } from "../../base/members/member-queries.ts";
import { dropFactorOfSessions } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Me } from "../../platform/http/caller.ts";
import { findTotpStep } from "../../platform/secrets/totp.ts";
import { formatRecoveryCode, RECOVERY_DRAWS, RECOVERY_RANGE, readCode } from "./factor-rules.ts";
import { appMail } from "./mail-rules.ts";
import { getAccount } from "./queries/accounts.ts";
import { cancelDelayedRequests } from "./queries/delayed-requests.ts";
import {
  countRecoveryCodes,
  findFactor,
  replaceRecoveryCodes,
  takeFactorStep,
  useRecoveryCode,
} from "./queries/factors.ts";
import { hasSecondFactor } from "./rules.ts";

type Deps = Pick<Context, "db" | "clock" | "sealer" | "site">;
type Person = { id: string; isAdmin: boolean };

export const FACTOR_PURPOSE = "second factor";

/** Whether a typed code is a code of the second factor or an unused recovery code. A right code is used up. */
export async function takeFactor(deps: Deps, person: Person, text: string): Promise<boolean> {
  const typedCode = readCode(text);
  const { db, clock, sealer } = deps;
  const memberId = person.id;
  const factor = await findFactor(db, memberId);
  if (!typedCode || !factor?.secret || factor.offSince) return false;
  if (typedCode.kind === "recovery") return takeRecoveryCode(deps, person, typedCode.code);
  const step = findTotpStep(sealer.open(factor.secret, FACTOR_PURPOSE), typedCode.code, clock.now());
  return step !== undefined && takeFactorStep(db, memberId, step);
}

async function takeRecoveryCode({ db, clock, sealer, site }: Deps, { id, isAdmin }: Person, code: string) {
  const now = clock.now();
  if (!(await useRecoveryCode(db, id, hashRecoveryCode(sealer, id, code), now))) return false;
  await auditStaffAction(db, "admin.recovery-code-used", { memberId: id, isAdmin, now });
  const restantes = String(await countRecoveryCodes(db, id));
  await addMail(db, await getEmail(db, id), appMail("recovery-code-used", site.origin, { restantes }), now);
  return true;
}

/** Replaces the recovery codes and returns the new ones in plain text; only their hashes are stored. */
export async function makeRecoveryCodes({ db, sealer }: Pick<Deps, "db" | "sealer">, memberId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    formatRecoveryCode(Array.from({ length: RECOVERY_DRAWS }, () => randomInt(RECOVERY_RANGE))),
  );
  const hashes = codes.map((code) => hashRecoveryCode(sealer, memberId, code.replace("-", "")));
  await replaceRecoveryCodes(db, memberId, hashes);
  return codes;
}

const hashRecoveryCode = (sealer: Context["sealer"], memberId: string, code: string) =>
  sealer.hash(`${memberId} ${code}`, "recovery code");

/**
 * Finishes the removal of a person's own authenticator app or passkey, which may have been an intruder's: cancels
 * waiting requests. Records nothing for members. Without any second factor left, the open sessions of staff no longer
 * count as opened with one.
 */
export async function recordFactorRemoval(trx: Db, { id, isAdmin }: Me, action: string, now: Date): Promise<void> {
  await cancelDelayedRequests(trx, id);
  if (!isAdmin) return;
  if (!hasSecondFactor(await getAccount(trx, id))) await dropFactorOfSessions(trx, id);
  await addAuditEntry(trx, { at: now, actorId: id, subjectId: id, action });
}
