import type { Settings } from "@caramelo/contract/member-settings/calls";
import {
  memberSettings,
  SESSION_SETTINGS,
  type SessionSettingName,
  STORED_SETTINGS,
  type StoredSettingName,
} from "@caramelo/contract/member-settings/member-settings";

type StoredSettings = Pick<Settings, StoredSettingName>;
type Preferences = Pick<Settings, SessionSettingName>;

/** The settings of a member who has never changed any. */
export const DEFAULTS = Object.fromEntries(
  STORED_SETTINGS.map((name) => [name, memberSettings[name].initial]),
  // Each initial value has the type of its setting.
) as StoredSettings;

/**
 * Replaces each null of stored settings, as a left join returns them, by the default. Returns only the given settings.
 */
export function settingsOf<T extends Partial<{ [k in keyof StoredSettings]: StoredSettings[k] | null }>>(row: T) {
  const settingEntries = STORED_SETTINGS.filter((name) => name in row).map((name) => [
    name,
    row[name] ?? DEFAULTS[name],
  ]);
  // The result has every setting of the row, with a value of the setting's type.
  return Object.fromEntries(settingEntries) as Pick<StoredSettings, keyof T & keyof StoredSettings>;
}

/** The settings that every screen needs, completed like `settingsOf`. */
export function preferencesOf(row: { [k in keyof Preferences]: boolean | null }): Preferences {
  const preferences = SESSION_SETTINGS.map((name) => [name, row[name] ?? DEFAULTS[name]]);
  // The result has every session setting.
  return Object.fromEntries(preferences) as Preferences;
}
