import { SETTING_NAMES } from "@caramelo/contract/operator/calls";
import type { Context, SiteSettingsSource } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { listSavedBeforeStart } from "./queries.ts";
import { describeValue, sourceOf, splitName, variableOf } from "./rules.ts";
import { judgeNext, readSavedLocked, storeChange } from "./store-change.ts";

const USAGE = "npm run settings -- list, or: npm run settings -- reset limit:calls";

type CommandContext = Pick<Context, "clock"> & {
  /** A connection as the database's owner. */
  db: Db;
  environment: Pick<SiteSettingsSource["environment"], "brand" | "mode" | "fixed">;
  say: (line: string) => void;
};

/**
 * `npm run settings`: lists or resets settings that were saved at /admin/configuracoes, for an owner who can no longer
 * open that screen. A running product reads the change at once.
 * @throws Error when the arguments name no setting, or nothing is saved for it
 */
export async function changeSettings(commandContext: CommandContext, [verb, name, ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new Error(`Use it like this: ${USAGE}`);
  if (verb === "list" && name === undefined) return listSaved(commandContext);
  if (verb === "reset" && name !== undefined) return reset(commandContext, name);
  throw new Error(`Use it like this: ${USAGE}`);
}

async function listSaved({ db, environment, say }: CommandContext): Promise<void> {
  const rows = await listSavedBeforeStart(db);
  const savedSettings = new Map(rows.map((row): [string, unknown] => [row.name, row.value]));
  for (const name of SETTING_NAMES.filter((setting) => savedSettings.has(setting))) {
    const [firstLine = "", ...others] = (describeValue(savedSettings.get(name)) ?? "").split("\n");
    const isFixed = sourceOf(name, savedSettings, environment.fixed) === "environment";
    const by = isFixed ? ` (without effect: ${variableOf(splitName(name))} is set)` : "";
    say(`${name} = ${firstLine}${others.length > 0 ? " …" : ""}${by}`);
  }
  if (savedSettings.size === 0) say("Nothing is saved: every setting is our own or the environment's.");
}

async function reset({ db, clock, environment, say }: CommandContext, text: string): Promise<void> {
  const name = SETTING_NAMES.find((setting) => setting === text);
  if (!name) throw new Error(`There is no setting ${text}. What is saved is shown by: npm run settings -- list`);
  const before = await db.transaction().execute(async (trx) => {
    const value = (await readSavedLocked(trx)).get(name);
    if (value === undefined) throw new Error(`Nothing is saved for ${name}.`);
    const refusal = judgeNext(name, null, environment);
    if (refusal !== undefined) throw new Error(`${name} cannot be taken back: ${refusal}.`);
    const by = { actorId: null, action: "settings.reset", undoes: null } as const;
    await storeChange(trx, { name, before: value, after: undefined, at: clock.now(), ...by });
    return value;
  });
  say(`${name} was ${describeValue(before)}. Nothing is saved for it any more; a running product knows.`);
}
