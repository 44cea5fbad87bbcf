import { EVIDENCE_DAYS } from "@caramelo/contract/limits";
import type { Context } from "../../platform/context.ts";
import { randomId } from "../../platform/ids.ts";
import { listBanFingerprints } from "../../platform/images/fingerprint.ts";
import { photoKey } from "../../platform/photo-name-rules.ts";
import { sweepInChunks } from "../../platform/sweep.ts";
import { addBannedPhoto } from "./queries/bans.ts";
import { removeOldEvidence } from "./queries/evidence.ts";
import { listEndedSuspensions } from "./queries/measures.ts";
import { removeOldNotices } from "./queries/notices.ts";
import { reinstateMember } from "./suspend-member.ts";

type Jobs = Pick<Context, "db" | "clock" | "site" | "storage">;

const DAY_MS = 86_400_000;
const BATCH = 100;

/** Brings back the members whose suspension has run out; answers how many. */
export async function endSuspensions({ db, clock, site }: Pick<Jobs, "db" | "clock" | "site">): Promise<number> {
  const now = clock.now();
  const ended = await listEndedSuspensions(db, now, BATCH);
  for (const memberId of ended)
    await db.transaction().execute((trx) => reinstateMember(trx, { site, now }, { memberId, actorId: null }));
  return ended.length;
}

/** Keeps the fingerprints of a photo that must not come back. Without its object there is nothing to compare with. */
export async function banPhoto(
  { db, clock, storage }: Jobs,
  { fileName, memberId }: { fileName: string; memberId: string },
): Promise<void> {
  const object = await storage.get(photoKey(fileName, "small"));
  if (!object) return;
  const fingerprints = await listBanFingerprints(object.bytes);
  await addBannedPhoto(db, { id: randomId(), memberId, fileName, fingerprints, bannedAt: clock.now() });
}

/** Evidence of closed cases, and decided notices, are kept for six months. */
export async function sweepEvidence({ db, clock }: Pick<Jobs, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - EVIDENCE_DAYS * DAY_MS);
  const evidence = await sweepInChunks((limit) => removeOldEvidence(db, day, limit));
  return evidence + (await sweepInChunks((limit) => removeOldNotices(db, day, limit)));
}
