import { adoptBrand } from "@caramelo/contract/brand/brand";
import type { RateLimitName } from "@caramelo/contract/call/rate-limits";
import { adoptMailTexts, MAIL_KINDS } from "@caramelo/contract/mail/texts";
import { PROFILES_NAMES, SWITCH_NAMES } from "@caramelo/contract/operator/site-settings";
import { recordOf } from "@caramelo/contract/record-of";
import { listSavedSettings, SETTINGS_CHANNEL } from "../features/operator/queries.ts";
import { brandInForce, isMailText, type SavedSettings, sourceOf } from "../features/operator/rules.ts";
import type { SiteSettings, SiteSettingsSource } from "../platform/context.ts";
import type { Connection, Db } from "../platform/database/database.ts";
import { listenTo } from "../platform/database/listen.ts";
import type { Rate } from "../platform/limits/rate.ts";
import type { Log } from "../platform/log.ts";
import { type Config, LIMIT_NAMES, lowerToCeiling, parseRate, raiseToFloor } from "./config.ts";

type Options = { config: Config; db: Db };

/**
 * Reads what the operator saved, and keeps the settings in force, which combine it with the environment. The brand and
 * the words of mails are put in force for the whole process.
 */
export async function openSiteSettings({ config, db }: Options): Promise<SiteSettingsSource> {
  const listeners = new Set<(settings: SiteSettings) => void>();
  let savedSettings = await readSaved(db);
  let inForce = putInForce(config, savedSettings);
  async function load(): Promise<void> {
    savedSettings = await readSaved(db);
    inForce = putInForce(config, savedSettings);
    for (const listener of listeners) listener(inForce);
  }
  let latest: Promise<void> = Promise.resolve();
  const { brand, limits, profilesADay, confirmsEmails, fixed, mode, smtpUrl, databaseUrl, pushServices } = config;
  return {
    inForce: () => inForce,
    saved: () => savedSettings,
    // Reloads run one after another: of two that overlap, the earlier one could otherwise put older values in force
    // last.
    reload: () => {
      latest = latest.then(load, load);
      return latest;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      listener(inForce);
    },
    environment: { brand, limits, profilesADay, confirmsEmails, fixed, mode, smtpUrl, databaseUrl, pushServices },
  };
}

/** Puts in force the changes that other processes on the same database save. The caller must stop it. */
export function followSiteSettings(
  siteSettings: SiteSettingsSource,
  { connection, log }: { connection: Connection; log: Log },
) {
  const warn = (text: string) => (err: unknown) => log.warn({ err }, text);
  return listenTo(connection, {
    channel: SETTINGS_CHANNEL,
    onAnnouncement: () => void siteSettings.reload().catch(warn("could not read the settings")),
    onLost: warn("lost the connection that hears of changed settings"),
  });
}

async function readSaved(db: Db): Promise<SavedSettings> {
  return new Map((await listSavedSettings(db)).map(({ name, value }): [string, unknown] => [name, value]));
}

function putInForce(config: Config, savedSettings: SavedSettings): SiteSettings {
  adoptBrand(brandInForce(config.brand, savedSettings, config.fixed));
  adoptMailTexts(
    MAIL_KINDS.flatMap((kind) => {
      const text = savedSettings.get(`mail:${kind}`);
      return isMailText(text) ? [[kind, text]] : [];
    }),
  );
  return {
    limits: limitsOf(config, savedSettings),
    profilesADay: profilesOf(config, savedSettings),
    switches: switchesOf(config, savedSettings),
  };
}

function limitsOf(config: Config, savedSettings: SavedSettings): Record<RateLimitName, Rate> {
  return recordOf(LIMIT_NAMES, (name) => {
    const own =
      sourceOf(`limit:${name}`, savedSettings, config.fixed) === "saved"
        ? savedSettings.get(`limit:${name}`)
        : undefined;
    // A value that was saved before its limit had this floor must not keep locking out the operator who would change
    // it, and one from before its ceiling must not leave the site without protection.
    return typeof own === "string" ? lowerToCeiling(name, raiseToFloor(name, parseRate(own))) : config.limits[name];
  });
}

function profilesOf(config: Config, savedSettings: SavedSettings): Config["profilesADay"] {
  return recordOf(PROFILES_NAMES, (name) => {
    const isSaved = sourceOf(`profiles:${name}`, savedSettings, config.fixed) === "saved";
    return isSaved ? Number(savedSettings.get(`profiles:${name}`)) : config.profilesADay[name];
  });
}

function switchesOf(config: Config, savedSettings: SavedSettings): SiteSettings["switches"] {
  return recordOf(SWITCH_NAMES, (name) => {
    const isSaved = sourceOf(`switch:${name}`, savedSettings, config.fixed) === "saved";
    return isSaved ? savedSettings.get(`switch:${name}`) === true : presetOfSwitch(name, config);
  });
}

/**
 * Returns the state of a switch while nothing is saved: on. Only the confirmation of e-mails follows the mode and the
 * environment.
 */
function presetOfSwitch(name: keyof SiteSettings["switches"], { confirmsEmails }: Pick<Config, "confirmsEmails">) {
  return name === "confirmsEmails" ? confirmsEmails : true;
}
