import { randomUUID } from "node:crypto";
import { runJobs } from "./jobs.ts";
import { readZip } from "./read-zip.ts";
import type { World } from "./world.ts";

/** Makes an export that is ready, with a file of a few bytes. */
export async function makeReadyExport(
  { owner, context: { exportVault, clock } }: Pick<World, "owner" | "context">,
  { id = randomUUID(), memberId }: { id?: string; memberId: string },
): Promise<{ id: string; fileName: string }> {
  const place = { id, sealedKey: Buffer.from(exportVault.makeKey(id)), fileName: randomUUID() };
  const now = clock.now();
  const bytes = await exportVault.write(place, oneByte());
  await owner
    .insertInto("personalExport")
    .values({ ...place, memberId, state: "ready", percent: 100, bytes, requestedAt: now, finishedAt: now })
    .execute();
  return { id, fileName: place.fileName };
}

async function* oneByte() {
  yield new Uint8Array([80]);
}

type Browser = ReturnType<World["browser"]>;

/** Asks for an export, makes it and downloads it. Returns its files by their names. */
export async function exportOf(world: World, browser: Browser): Promise<Map<string, Buffer>> {
  const reply = await browser.api.exports.request();
  if (reply.status !== 200) throw new Error(`the export was refused: ${JSON.stringify(reply.body)}`);
  await runJobs(world);
  return downloadExport(browser);
}

/** Downloads the export that is ready. */
export async function downloadExport({ api, raw }: Browser): Promise<Map<string, Buffer>> {
  const { id, state } = (await api.exports.find()).body.export ?? {};
  if (state !== "ready") throw new Error(`the export is ${state}`);
  const reply = await raw(`/api/account/exports/${id}`);
  return readZip(Buffer.from(await reply.arrayBuffer()));
}
