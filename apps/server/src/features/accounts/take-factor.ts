import { randomInt } from "node:crypto";
import { RECOVERY_CODES } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { getEmail } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { findTotpStep } from "../../platform/secrets/totp.ts";
import { formatRecoveryCode, RECOVERY_DRAWS, RECOVERY_RANGE, readCode } from "./factor-rules.ts";
import {
  countRecoveryCodes,
  findFactor,
  replaceRecoveryCodes,
  takeFactorStep,
  useRecoveryCode,
} from "./queries/factors.ts";

type Deps = Pick<Context, "db" | "clock" | "sealer">;

export const FACTOR_PURPOSE = "second factor";

/** Whether a typed code is a code of the second factor or an unused recovery code. A right code is used up. */
export async function takeFactor({ db, clock, sealer }: Deps, memberId: string, text: string): Promise<boolean> {
  const typed = readCode(text);
  if (!typed) return false;
  const now = clock.now();
  if (typed.kind === "recovery") {
    if (!(await useRecoveryCode(db, memberId, hashRecoveryCode(sealer, memberId, typed.code), now))) return false;
    await addAuditEntry(db, { at: now, actorId: memberId, action: "admin.recovery-code-used", subjectId: memberId });
    const restantes = String(await countRecoveryCodes(db, memberId));
    await addMail(db, await getEmail(db, memberId), writeMail("recovery-code-used", { values: { restantes } }), now);
    return true;
  }
  const factor = await findFactor(db, memberId);
  if (!factor?.secret) return false;
  const step = findTotpStep(sealer.open(factor.secret, FACTOR_PURPOSE), typed.code, now);
  return step !== undefined && takeFactorStep(db, memberId, step);
}

/** Replaces the recovery codes and returns the new ones in plain text, of which only hashes are stored. */
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
