import { brand } from "@caramelo/contract/brand/brand";
import { type RateLimitName, rateLimits } from "@caramelo/contract/call/rate-limits";
import { contract } from "@caramelo/contract/contract";
import { SETTING_CHANGES_PAGE } from "@caramelo/contract/limits";
import { findMailText, MAIL_KINDS } from "@caramelo/contract/mail/texts";
import type { SettingName } from "@caramelo/contract/operator/calls";
import { BRAND_NAMES, PROFILES_NAMES, SWITCH_NAMES } from "@caramelo/contract/operator/site-settings";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import type { Rate } from "../../../platform/limits/rate.ts";
import { findLatestChange, findSettingChange, listSettingChanges } from "../queries.ts";
import { describeValue, isSameValue, sourceOf, splitName, variableOf } from "../rules.ts";
import { judgeNext, readSavedLocked, storeChange } from "../store-change.ts";

const textOfRate = ({ points, seconds }: Rate) => `${points}/${seconds}`;

export const read = handle(contract.operator.read, async ({ siteSettings }) => {
  const { environment } = siteSettings;
  const { limits, profilesADay, switches } = siteSettings.inForce();
  const where = (name: SettingName) => ({
    source: sourceOf(name, siteSettings.saved(), environment.fixed),
    variable: variableOf(splitName(name)) ?? null,
  });
  return {
    brand: BRAND_NAMES.map((name) => {
      return { name: `brand:${name}`, value: brand[name], preset: environment.brand[name], ...where(`brand:${name}`) };
    }),
    limits: [
      ...Object.keys(rateLimits).map((key) => {
        const name = key as RateLimitName; // `Object.keys` forgets the type of the table's keys
        const [value, preset] = [textOfRate(limits[name]), textOfRate(environment.limits[name])];
        return { name: `limit:${name}`, value, preset, ...where(`limit:${name}`) };
      }),
      ...PROFILES_NAMES.map((name) => {
        const [value, preset] = [String(profilesADay[name]), String(environment.profilesADay[name])];
        return { name: `profiles:${name}`, value, preset, ...where(`profiles:${name}`) };
      }),
    ],
    switches: SWITCH_NAMES.map((name) => {
      const preset = name === "confirmsEmails" ? environment.confirmsEmails : true;
      return { name: `switch:${name}`, isOn: switches[name], preset, ...where(`switch:${name}`) };
    }),
    mails: MAIL_KINDS.map((kind) => {
      return { name: `mail:${kind}`, ...findMailText(kind), source: where(`mail:${kind}`).source };
    }),
  };
});

export const change = handle(contract.operator.change, async ({ body, me, db, clock, siteSettings }) => {
  const { fixed } = siteSettings.environment;
  const errors = body.changes.flatMap(({ name, value }) => {
    const error = judgeNext(name, value, siteSettings.environment);
    return error === undefined ? [] : [[name, error] as const];
  });
  if (errors.length > 0) fail("VALIDATION_ERROR", { fields: Object.fromEntries(errors) });
  if (body.changes.some(({ name }) => sourceOf(name, siteSettings.saved(), fixed) === "environment"))
    fail("SETTING_FIXED");

  const now = clock.now();
  const changedCount = await db.transaction().execute(async (trx) => {
    const savedSettings = await readSavedLocked(trx);
    let count = 0;
    // The map keeps the last of two values for the same setting.
    for (const [name, value] of new Map(body.changes.map((change) => [change.name, change.value] as const))) {
      const [before, after] = [savedSettings.get(name), value ?? undefined];
      if (isSameValue(before, after)) continue;
      const by = { actorId: me.id, action: "settings.changed" } as const;
      await storeChange(trx, { name, before, after, undoes: null, at: now, ...by });
      count += 1;
    }
    return count;
  });
  await siteSettings.reload();
  return { changed: changedCount };
});

export const undo = handle(contract.operator.undo, async ({ params: { number }, me, db, clock, siteSettings }) => {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const savedSettings = await readSavedLocked(trx);
    const foundChange = (await findSettingChange(trx, number)) ?? fail("NOT_FOUND");
    // Only names of the contract were ever stored.
    const name = foundChange.name as SettingName;
    if (sourceOf(name, savedSettings, siteSettings.environment.fixed) === "environment") fail("SETTING_FIXED");
    if ((await findLatestChange(trx, name)) !== number) fail("SETTING_CHANGED");
    if (judgeNext(name, foundChange.before, siteSettings.environment) !== undefined) fail("SETTING_REFUSED");
    const [before, after] = [savedSettings.get(name), foundChange.before ?? undefined];
    const by = { actorId: me.id, action: "settings.undone" } as const;
    await storeChange(trx, { name, before, after, undoes: number, at: now, ...by });
  });
  await siteSettings.reload();
  return {};
});

export const history = handle(contract.operator.history, async ({ query, db }) => {
  const rows = await listSettingChanges(db, query.before, SETTING_CHANGES_PAGE + 1);
  const page = rows.slice(0, SETTING_CHANGES_PAGE);
  return {
    changes: page.map(({ before, after, by, actorId, ...facts }) => ({
      ...facts,
      from: describeValue(before),
      to: describeValue(after),
      by: actorId === null ? null : (by ?? ""),
      isLatest: Boolean(facts.isLatest),
    })),
    next: rows.length > SETTING_CHANGES_PAGE ? (page.at(-1)?.number ?? null) : null,
  };
});
