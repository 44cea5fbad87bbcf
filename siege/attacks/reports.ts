import { makeMember } from "../../apps/server/src/testing/people.ts";
import { makePhotos } from "../../apps/server/src/testing/photo-rows.ts";
import { askCall } from "../ask.ts";
import { countAtMost, type Figure } from "../report.ts";
import { openTarget, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const RIVALS = 20;
const HIDDEN_MAX = 1;
const DAY_MS = 86_400_000;

async function send({ origin }: Target, path: string, from: string, cookie: string, json: unknown): Promise<void> {
  const { status } = await askCall(origin, { method: "POST", path, from, cookie, json });
  if (status !== 200) throw new Error(`${path} was answered by ${status}`);
}

type Reporters = { ageMs: number; network: number; sendNotices: boolean };

/**
 * Twenty accounts of one age report a rival each for being a minor, and send a notice about a photo of theirs where
 * `sendNotices` says so. Returns how many rivals are hidden or have a hidden photo.
 */
async function reportRivals(target: Target, { ageMs, network, sendNotices }: Reporters): Promise<number> {
  const rivals = await target.withDatabase(async (db) => {
    const rivals = [];
    for (let at = 0; at < RIVALS; at += 1) {
      const { id } = await makeMember(db, { role: "daddy" });
      const [fileName] = await makePhotos(db, id, [0]);
      rivals.push({ id, photo: /([0-9a-f]{32})/.exec(fileName ?? "")?.[1] });
    }
    return rivals;
  });
  for (const [at, { id, photo }] of rivals.entries()) {
    const from = `10.${network}.${at}.1`;
    const { email, cookie } = await target.signIn({ role: "baby", createdAt: new Date(Date.now() - ageMs) }, from);
    await send(target, "/reports", from, cookie, { memberId: id, reason: "underage" });
    if (!sendNotices) continue;
    const address = `${target.origin}/api/photos/${id}/${photo}/960`;
    const notice = { kind: "minor", address, words: "É menor de idade.", name: "Alguém", email };
    await send(target, "/notices", from, cookie, notice);
  }
  const ids = rivals.map(({ id }) => id);
  return target.withDatabase(async (db) => {
    const profiles = db.selectFrom("profile").where("memberId", "in", ids).where("hiddenAt", "is not", null);
    const photos = db.selectFrom("hiddenPhoto").where("memberId", "in", ids);
    const hiddenProfiles = await profiles.select("memberId").execute();
    const hiddenPhotos = await photos.select("memberId").execute();
    return new Set([...hiddenProfiles, ...hiddenPhotos].map(({ memberId }) => memberId)).size;
  });
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const fresh = await reportRivals(target, { ageMs: 0, network: 93, sendNotices: true });
    const monthOld = await reportRivals(target, { ageMs: 30 * DAY_MS, network: 94, sendNotices: false });
    return [
      countAtMost(`of ${RIVALS} rivals hidden by reports and notices of accounts of today`, fresh, HIDDEN_MAX),
      countAtMost(`of ${RIVALS} rivals hidden by reports of accounts made at once a month ago`, monthOld, HIDDEN_MAX),
    ];
  } finally {
    await target.stop();
  }
}

export const reportsAttack: Attack = { key: "reports", name: "Fresh accounts that report rivals for minors", run };
