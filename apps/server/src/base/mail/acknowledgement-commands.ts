import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { normalizeEmail } from "../../platform/delivery/mailbox-rules.ts";
import { networkKey } from "../../platform/limits/rate-limit.ts";
import { addAcknowledgement, claimTurns, countUnconfirmed, lockTurns } from "./acknowledgement-queries.ts";
import { acknowledgementLimits, type GuestForm, repeatedShare } from "./rules.ts";

const PURPOSE = "acknowledgements";
/** A sent form is stored within this time, or never. */
const STORED_AFTER_MS = 60_000;

type Guest = { form: GuestForm; id: string; email: string; address: string };

/**
 * Decides whether the mail about a guest's form is sent now; if not, `releaseTurns` returns its id later. Call it
 * before storing the form: its lock must not wait for others.
 */
export function takeAdvisoryLock(
  { db, clock, sealer, siteSettings }: Pick<Context, "db" | "clock" | "sealer" | "siteSettings">,
  { form, id, email, address }: Guest,
): Promise<boolean> {
  const now = clock.now();
  const network = sealer.hash(networkKey(address), PURPOSE);
  const mailbox = sealer.hash(normalizeEmail(email), PURPOSE);
  return db.transaction().execute(async (trx) => {
    await lockTurns(trx, form);
    const turn = await countUnconfirmed(trx, form, network);
    await addAcknowledgement(trx, { id, form, network, mailbox, turn, askedAt: now });
    const claimedIds = await claimTurns(trx, { ...quotasOf(siteSettings, form, now), form, now, only: { id } });
    return claimedIds.length > 0;
  });
}

type ReleaseContext = Pick<Context, "clock" | "siteSettings"> & { db: Db };

/**
 * Returns the ids of a form's notices or requests whose waiting mail is due now; the caller's transaction mails them.
 */
export async function releaseTurns({ db, clock, siteSettings }: ReleaseContext, form: GuestForm): Promise<string[]> {
  const now = clock.now();
  await lockTurns(db, form);
  const only = { askedBefore: new Date(now.getTime() - STORED_AFTER_MS) };
  return claimTurns(db, { ...quotasOf(siteSettings, form, now), form, now, only });
}

function quotasOf(siteSettings: Context["siteSettings"], form: GuestForm, now: Date) {
  const { limits } = siteSettings.inForce();
  const quotaOf = (name: keyof typeof limits) => {
    const { points, seconds } = limits[name];
    return { points, since: new Date(now.getTime() - seconds * 1_000) };
  };
  const { site, mailbox } = acknowledgementLimits[form];
  const ofSite = quotaOf(site);
  return { site: { ...ofSite, repeated: repeatedShare(ofSite.points) }, mailbox: quotaOf(mailbox) };
}
