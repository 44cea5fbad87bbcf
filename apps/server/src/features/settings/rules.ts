import type { Settings } from "@caramelo/contract/settings/calls";
import {
  memberSettings,
  SESSION_SETTINGS,
  type SessionSettingName,
  STORED_SETTINGS,
  type StoredSettingName,
} from "@caramelo/contract/settings/member-settings";

type StoredSettings = Pick<Settings, StoredSettingName>;
type Preferences = Pick<Settings, SessionSettingName>;

/** The settings of a member who has never changed any. */
export const DEFAULTS = Object.fromEntries(
  STORED_SETTINGS.map((name) => [name, memberSettings[name].initial]),
  // Each stored setting has the initial value of its record.
) as StoredSettings;

/** Completes stored settings as a left join gives them, with the default for each null. Answers only the given ones. */
export function settingsOf<T extends Partial<{ [k in keyof StoredSettings]: StoredSettings[k] | null }>>(row: T) {
  const settingEntries = STORED_SETTINGS.filter((name) => name in row).map((name) => [
    name,
    row[name] ?? DEFAULTS[name],
  ]);
  // Every name that the row has is there, with a value of its type.
  return Object.fromEntries(settingEntries) as Pick<StoredSettings, keyof T & keyof StoredSettings>;
}

/** The settings that every screen needs, completed like `settingsOf`. */
export function preferencesOf(row: { [k in keyof Preferences]: boolean | null }): Preferences {
  const preferences = SESSION_SETTINGS.map((name) => [name, row[name] ?? DEFAULTS[name]]);
  // Every name of a session setting is there.
  return Object.fromEntries(preferences) as Preferences;
}
