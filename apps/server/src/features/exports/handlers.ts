import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { lockMember } from "../../base/members/member-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { handle } from "../../platform/handle.ts";
import type { Me } from "../../platform/http/caller.ts";
import { fail } from "../../platform/http/failure.ts";
import { requireFreshFactor } from "../../platform/http/fresh-factor.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { cameByYoungWay, tellOfDelay } from "../accounts/delay-commands.ts";
import { endOfDelay } from "../accounts/way-rules.ts";
import { findExport, findFile, takeRequest } from "./queries.ts";
import { dayBefore, endOfExports, expiryOf, nextRequestAt } from "./rules.ts";

export const find = handle(contract.exports.find, ({ me, db, clock }) => present(db, me, clock.now()));

export const request = handle(contract.exports.request, async ({ me, db, clock, site, exportVault }) => {
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
    if (!(await cameByYoungWay(trx, me, now))) return;
    await lockMember(trx, me.id);
    await tellOfDelay({ db: trx, site }, { memberId: me.id, what: "export", dueAt: endOfDelay(now) }, now);
  });
  return present(db, me, now);
});

export const download = handle(contract.exports.download, async ({ params, me, limits, ...context }) => {
  const { db, clock, exportVault } = context;
  const now = clock.now();
  requireFreshFactor(me, now);
  const own = { id: params.id, memberId: me.id, endedAt: endOfExports(now) };
  const file = (await findFile(db, own)) ?? fail("NOT_FOUND");
  // A caller with a recent way in may be an intruder, and the export may be one that the member requested.
  if (now < endOfDelay(file.requestedAt) && (await cameByYoungWay(db, me, now))) fail("EXPORT_DELAYED");
  await limits.exportBytes.check();
  const source = (await exportVault.read(file)) ?? fail("NOT_FOUND");
  // A download counts whole, however much of it is read.
  await limits.exportBytes.charge(Math.ceil(file.bytes / 1000));
  const name = `meus-dados-${dayInBrazil(file.requestedAt)}.zip`;
  return {
    bytes: { source, size: file.bytes },
    type: "application/zip",
    headers: { "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" },
  };
});

async function present(db: Db, me: Me, now: Date) {
  const latest = await findExport(db, me.id, endOfExports(now));
  const delayedUntil = latest && endOfDelay(latest.requestedAt);
  const isDelayed = delayedUntil && now < delayedUntil && (await cameByYoungWay(db, me, now));
  return {
    export: latest ? { ...latest, expiresAt: expiryOf(latest.requestedAt) } : null,
    nextAt: nextRequestAt(latest, now),
    ...(isDelayed && { delayedUntil }),
  };
}
