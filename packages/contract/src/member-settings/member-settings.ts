/**
 * The settings of members, one record each. The schema, the server's queries and defaults, and the screens are derived
 * from them. No imports, so that a screen loads nothing else with this file.
 */

/** The frequency of mails about notifications: never, for each one (at most one mail an hour), or daily. */
export const MAIL_FREQUENCIES = ["never", "each", "daily"] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

type Shared = {
  /** Whether the session contains the setting, for every screen. Others are loaded by the screen that changes them. */
  isInSession?: true;
  /** Whether only premium members can switch it on. */
  needsPremium?: true;
  /** Whether it is stored with the member's presence instead of in `member_setting`. */
  isPresence?: true;
};
/** `initial`: the value until a member changes the setting, equal to the column's default. */
type SwitchSetting = { kind: "switch"; initial: boolean } & Shared;
type FrequencySetting = { kind: "frequency"; initial: MailFrequency } & Shared;

export const memberSettings = {
  /** Whether new messages pop up on the screen. */
  hasPopUps: { kind: "switch", initial: true, isInSession: true },
  hasSound: { kind: "switch", initial: true, isInSession: true },
  mailMessages: { kind: "frequency", initial: "never" },
  /** Mails about favourites and matches. */
  mailFavorites: { kind: "frequency", initial: "never" },
  mailVisits: { kind: "frequency", initial: "never" },
  /** Push messages about new messages, to subscribed browsers. */
  hasPushMessages: { kind: "switch", initial: true },
  /** Push messages about favourites, matches, visits, and the invitations of the online-status job. */
  hasPushActivity: { kind: "switch", initial: true },
  /** Whether push messages and mails contain names. Otherwise they only announce that something is new. */
  hasNamesOutside: { kind: "switch", initial: false },
  isPresenceHidden: { kind: "switch", initial: false, isPresence: true },
  /** Whether visits leave no trace. Effective only during premium. */
  isInvisible: { kind: "switch", initial: false, needsPremium: true },
  offersAvailability: { kind: "switch", initial: false },
  hasDiscreetTitles: { kind: "switch", initial: false, isInSession: true },
} as const satisfies Record<string, SwitchSetting | FrequencySetting>;

type Table = typeof memberSettings;
export type SettingName = keyof Table;
type NameWith<Facts> = { [N in SettingName]: Table[N] extends Facts ? N : never }[SettingName];

export type SwitchName = NameWith<{ kind: "switch" }>;
export type FrequencyName = NameWith<{ kind: "frequency" }>;
export type SessionSettingName = NameWith<{ isInSession: true }>;
/** The settings stored as columns of `member_setting`. */
export type StoredSettingName = Exclude<SettingName, NameWith<{ isPresence: true }>>;

function namesWhere<N extends SettingName>(isWanted: (setting: SwitchSetting | FrequencySetting) => boolean): N[] {
  const entries: [string, SwitchSetting | FrequencySetting][] = Object.entries(memberSettings);
  // The cast is safe, because each caller's type and condition select the same records.
  return entries.filter(([, setting]) => isWanted(setting)).map(([name]) => name as N);
}

export const SESSION_SETTINGS = namesWhere<SessionSettingName>(({ isInSession }) => isInSession === true);
export const STORED_SETTINGS = namesWhere<StoredSettingName>(({ isPresence }) => isPresence !== true);
export const FREQUENCY_SETTINGS = namesWhere<FrequencyName>(({ kind }) => kind === "frequency");
export const PREMIUM_SETTINGS = namesWhere<NameWith<{ needsPremium: true }>>(
  ({ needsPremium }) => needsPremium === true,
);
