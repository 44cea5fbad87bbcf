import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { requireFreshFactor } from "../../platform/http/fresh-factor.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { findExport, findFile, takeRequest } from "./queries.ts";
import { dayBefore, endOfExports, expiryOf, nextRequestAt } from "./rules.ts";

export const find = handle(contract.exports.find, ({ me, db, clock }) => present(db, me.id, clock.now()));

export const request = handle(contract.exports.request, async ({ me, db, clock, exportVault }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    const id = uuidv7(now);
    const sealedKey = exportVault.makeKey(id);
    const isTaken = await takeRequest(trx, { memberId: me.id, id, sealedKey, now, dayBefore: dayBefore(now) });
    if (!isTaken) {
      const latest = await findExport(trx, me.id, endOfExports(now));
      fail(latest?.state === "waiting" ? "EXPORT_WAITING" : "EXPORT_TOO_SOON");
    }
    await addJob(trx, "make-export", { id });
  });
  return present(db, me.id, now);
});

export const download = handle(contract.exports.download, async ({ params, me, db, clock, exportVault }) => {
  const now = clock.now();
  requireFreshFactor(me, now);
  const own = { id: params.id, memberId: me.id, endedAt: endOfExports(now) };
  const file = (await findFile(db, own)) ?? fail("NOT_FOUND");
  const source = (await exportVault.read(file)) ?? fail("NOT_FOUND");
  const name = `meus-dados-${dayInBrazil(file.requestedAt)}.zip`;
  return {
    bytes: { source, size: file.bytes },
    type: "application/zip",
    headers: { "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" },
  };
});

async function present(db: Db, memberId: string, now: Date) {
  const latest = await findExport(db, memberId, endOfExports(now));
  return {
    export: latest ? { ...latest, expiresAt: expiryOf(latest.requestedAt) } : null,
    nextAt: nextRequestAt(latest, now),
  };
}
