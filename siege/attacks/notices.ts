import { makeMember } from "../../apps/server/src/testing/people.ts";
import { makePhotos } from "../../apps/server/src/testing/photo-rows.ts";
import { askCall } from "../ask.ts";
import { countAtMost, type Figure } from "../report.ts";
import { openTarget, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const VICTIMS = 40;
const PHOTOS = 5;

async function sendNotice({ origin }: Target, from: string, address: string): Promise<void> {
  const email = `${crypto.randomUUID()}@exemplo.com`;
  const json = { kind: "intimate", address, words: "Sou eu na foto.", name: "Alguém", email };
  const { status } = await askCall(origin, { method: "POST", path: "/notices", from, json });
  if (status !== 200) throw new Error(`a notice was answered by ${status}`);
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  const { origin, withDatabase } = target;
  try {
    const victims = await withDatabase(async (db) => {
      const members = [];
      for (let at = 0; at < VICTIMS; at += 1) members.push(await makeMember(db, { role: "baby" }));
      return members;
    });
    for (const [at, { id }] of victims.entries()) await sendNotice(target, `10.40.${at}.1`, `${origin}/perfil/${id}`);
    const hiddenProfiles = await withDatabase(
      async (db) =>
        (await db.selectFrom("profile").select("memberId").where("hiddenAt", "is not", null).execute()).length,
    );

    const [victim] = victims;
    if (!victim) throw new Error("nobody was made");
    const positions = Array.from({ length: PHOTOS }, (_, at) => at);
    const fileNames = await withDatabase((db) => makePhotos(db, victim.id, positions));
    for (const fileName of fileNames) {
      const name = /([0-9a-f]{32})/.exec(fileName)?.[1];
      await sendNotice(target, "10.41.0.1", `${origin}/api/photos/${victim.id}/${name}/960`);
    }
    const hiddenPhotos = await withDatabase(
      async (db) => (await db.selectFrom("hiddenPhoto").select("id").execute()).length,
    );
    return [
      countAtMost(`profiles hidden by ${VICTIMS} notices from made-up mailboxes`, hiddenProfiles, 0),
      countAtMost(`photos hidden by ${PHOTOS} notices from one address`, hiddenPhotos, 0),
    ];
  } finally {
    await target.stop();
  }
}

export const noticesAttack: Attack = { key: "notices", name: "Notices that hide members", run };
