import type { Settings } from "@caramelo/contract/settings";

/** What holds for whoever never changed anything. */
export const DEFAULTS: Omit<Settings, "isPresenceHidden"> = {
  hasPopUps: true,
  hasSound: true,
  mailMessages: "never",
  mailFavorites: "never",
  mailVisits: "never",
  hasPushMessages: true,
  hasPushNews: true,
  hasNamesOutside: false,
  isInvisible: false,
  offersAvailability: false,
  hasDiscreetTitles: false,
};

/** Stored settings as a left join gives them: nulls are the defaults. Only what is asked for is answered. */
export function settingsOf<T extends Partial<{ [k in keyof typeof DEFAULTS]: (typeof DEFAULTS)[k] | null }>>(row: T) {
  const names = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]; // it has no other keys
  const known = names.filter((name) => name in row).map((name) => [name, row[name] ?? DEFAULTS[name]]);
  // Each name that the row has stands there with a value of its type.
  return Object.fromEntries(known) as Pick<typeof DEFAULTS, keyof T & keyof typeof DEFAULTS>;
}

type Preferences = Pick<Settings, "hasPopUps" | "hasSound" | "hasDiscreetTitles">;

/** What every screen goes by; nulls, as a left join gives them, are the defaults. */
export function preferencesOf(row: { [k in keyof Preferences]: boolean | null }): Preferences {
  return {
    hasPopUps: row.hasPopUps ?? DEFAULTS.hasPopUps,
    hasSound: row.hasSound ?? DEFAULTS.hasSound,
    hasDiscreetTitles: row.hasDiscreetTitles ?? DEFAULTS.hasDiscreetTitles,
  };
}
