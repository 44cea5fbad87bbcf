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

type Preferences = Pick<Settings, "hasPopUps" | "hasSound" | "hasDiscreetTitles">;

/** What every screen goes by; nulls, as a left join gives them, are the defaults. */
export function preferencesOf(row: { [k in keyof Preferences]: boolean | null }): Preferences {
  return {
    hasPopUps: row.hasPopUps ?? DEFAULTS.hasPopUps,
    hasSound: row.hasSound ?? DEFAULTS.hasSound,
    hasDiscreetTitles: row.hasDiscreetTitles ?? DEFAULTS.hasDiscreetTitles,
  };
}
