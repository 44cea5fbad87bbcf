import type { SettingName } from "@caramelo/contract/operator/calls";
import { addAuditEntry } from "../../base/audit/queries.ts";
import type { SiteSettingsSource } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/database/types.generated.ts";
import {
  addSettingChange,
  announceSettings,
  listSavedSettings,
  lockSettings,
  removeSetting,
  saveSetting,
} from "./queries.ts";
import { describeValue, judgeValue, splitName } from "./rules.ts";

type Environment = Pick<SiteSettingsSource["environment"], "brand" | "mode">;

/**
 * The error text of a value that may not be saved; undefined when it may. null resets to the preset, which is checked
 * as well: in production the preset of a company text may be an empty text, which is refused.
 */
export function judgeNext(name: SettingName, value: unknown, environment: Environment): string | undefined {
  const setting = splitName(name);
  const next = value ?? (setting.group === "brand" ? environment.brand[setting.name] : undefined);
  if (next === undefined) return undefined;
  return judgeValue(setting, next, { isProduction: environment.mode === "production" });
}

/** The saved settings by name. Locks them until the caller's commit. */
export async function readSavedLocked(trx: Db): Promise<Map<string, unknown>> {
  await lockSettings(trx);
  return new Map((await listSavedSettings(trx)).map(({ name, value }): [string, unknown] => [name, value]));
}

type Change = Parameters<typeof addSettingChange>[1] & {
  action: "settings.changed" | "settings.undone" | "settings.reset";
};

/**
 * Saves or resets a setting, adds the change to the history and the audit log, and announces it to every process when
 * the caller commits.
 */
export async function storeChange(trx: Db, change: Change): Promise<void> {
  const { name, before, after, actorId, action, undoes, at } = change;
  if (after === undefined) await removeSetting(trx, name);
  else await saveSetting(trx, name, after, at);
  await addSettingChange(trx, change);
  const details = {
    setting: name,
    before: describeValue(before),
    after: describeValue(after),
    undoes,
  } satisfies JsonObject;
  await addAuditEntry(trx, { at, actorId, action, subjectId: null, details });
  // The handler of this process reads the settings again before it answers; the announcement is for the other
  // processes.
  await announceSettings(trx);
}
