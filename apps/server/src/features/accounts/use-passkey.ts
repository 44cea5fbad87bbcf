import { addAuditEntry } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { getEmail } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { type CheckedPasskey, refusePasskey } from "./check-passkey.ts";
import { passkeyMail } from "./mail-rules.ts";
import { judgePasskeyUse } from "./passkey-rules.ts";
import { takeChallenge } from "./queries/passkey-challenges.ts";
import { blockPasskey, lockPasskey, recordPasskeyUse } from "./queries/passkeys.ts";

type Deps = Pick<Context, "db" | "clock" | "log" | "site">;

/**
 * Records the use of a checked passkey and uses its challenge up. Returns when it was added; undefined when it must not
 * be used. A copied passkey is blocked, and its member gets a mail, so the caller must commit the transaction in either
 * case. Lock the member before.
 */
export async function usePasskey(
  { db, clock, log, site }: Deps,
  { id, memberId, counter, challenge }: CheckedPasskey,
  { isAdmin }: { isAdmin: boolean },
): Promise<Date | undefined> {
  const now = clock.now();
  // Before the counter: an answer that was sent twice is no copied passkey.
  if (!(await takeChallenge(db, challenge, now))) {
    refusePasskey({ log }, "challenge");
    return undefined;
  }
  const passkey = await lockPasskey(db, id);
  const verdict = passkey ? judgePasskeyUse(passkey, counter) : "passkey";
  if (verdict === "good") {
    await recordPasskeyUse(db, id, counter, now);
    return passkey?.createdAt;
  }
  refusePasskey({ log }, verdict);
  if (verdict !== "copied") return undefined;
  await blockPasskey(db, id, now);
  // A staff password alone opens nothing.
  const mail = passkeyMail(isAdmin ? "passkey-blocked-staff" : "passkey-blocked", site.origin);
  await addMail(db, await getEmail(db, memberId), mail, now);
  const entry = { at: now, actorId: null, action: "admin.passkey-blocked", subjectId: memberId };
  if (isAdmin) await addAuditEntry(db, entry);
  return undefined;
}
