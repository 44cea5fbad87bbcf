import { contract } from "@caramelo/contract/contract";
import { MEASURES_MAX } from "@caramelo/contract/limits";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { hashToken } from "../../../platform/secrets/tokens.ts";
import { addAppeal } from "../queries/appeals.ts";
import { findMeasureByToken, listMeasures, lockMeasure } from "../queries/measures.ts";
import { mayAppeal, presentMeasure } from "../rules.ts";

export const measures = handle(contract.moderation.measures, async ({ me, db, clock }) => {
  const rows = await listMeasures(db, me.id, MEASURES_MAX);
  return { measures: rows.map((row) => presentMeasure(row, clock.now())) };
});

export const appeal = handle(contract.moderation.appeal, async ({ params, body, me, db, clock }) => {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const measure = await lockMeasure(trx, params.id);
    if (measure?.memberId !== me.id) fail("NOT_FOUND");
    return storeAppeal(trx, measure, body.text, now);
  });
});

export const readMeasure = handle(contract.moderation.readMeasure, async ({ body, db, clock }) => {
  const measure = (await findMeasureByToken(db, hashToken(body.token))) ?? fail("RESET_LINK_INVALID");
  return { measure: presentMeasure(measure, clock.now()) };
});

export const appealByToken = handle(contract.moderation.appealByToken, async ({ body, db, clock }) => {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const foundMeasure = (await findMeasureByToken(trx, hashToken(body.token))) ?? fail("RESET_LINK_INVALID");
    const measure = (await lockMeasure(trx, foundMeasure.id)) ?? fail("RESET_LINK_INVALID");
    return storeAppeal(trx, measure, body.text, now);
  });
});

type LockedMeasure = NonNullable<Awaited<ReturnType<typeof lockMeasure>>>;

async function storeAppeal(trx: Db, measure: LockedMeasure, text: string, now: Date) {
  if (!mayAppeal(measure, now)) fail("APPEAL_USED");
  await addAppeal(trx, measure.id, { text, at: now });
  return { measure: presentMeasure({ ...measure, appealText: text, appealedAt: now }, now) };
}
