/**
 * What members set for themselves: one record a setting, which the schema, the server's queries and defaults, and the
 * screens are derived from. No imports: the browser loads this file as it is.
 */

/** When a mail is sent about notifications: never, each time (at most one an hour), or once a day. */
export const MAIL_FREQUENCIES = ["never", "each", "daily"] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

type Shared = {
  /** The session holds it for every screen; the others are loaded where they are changed. */
  isInSession?: true;
  /** It can be switched on with premium only. */
  needsPremium?: true;
  /** It is stored beside the member's presence, and not in `member_setting`. */
  isPresence?: true;
};
/** `initial` holds for a member who has never changed the setting; the column has the same default. */
type SwitchSetting = { kind: "switch"; initial: boolean } & Shared;
type FrequencySetting = { kind: "frequency"; initial: MailFrequency } & Shared;

export const memberSettings = {
  /** A short notice on the screen for each new message. */
  hasPopUps: { kind: "switch", initial: true, isInSession: true },
  hasSound: { kind: "switch", initial: true, isInSession: true },
  mailMessages: { kind: "frequency", initial: "never" },
  /** Favourites and matches. */
  mailFavorites: { kind: "frequency", initial: "never" },
  mailVisits: { kind: "frequency", initial: "never" },
  /** Push messages go to browsers that subscribed. */
  hasPushMessages: { kind: "switch", initial: true },
  /** Favourites, matches, visits, and the invitations of the online-status job. */
  hasPushActivity: { kind: "switch", initial: true },
  /** Push messages and mails name people; without it they only say that something is new. */
  hasNamesOutside: { kind: "switch", initial: false },
  isPresenceHidden: { kind: "switch", initial: false, isPresence: true },
  /** Visits leave no trace. It has an effect only while premium. */
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
/** The settings that are columns of `member_setting`. */
export type StoredSettingName = Exclude<SettingName, NameWith<{ isPresence: true }>>;

/** The names of the settings whose records meet a condition. */
function namesWhere<N extends SettingName>(isWanted: (setting: SwitchSetting | FrequencySetting) => boolean): N[] {
  const entries: [string, SwitchSetting | FrequencySetting][] = Object.entries(memberSettings);
  // The cast holds because each caller's type and condition select the same records.
  return entries.filter(([, setting]) => isWanted(setting)).map(([name]) => name as N);
}

export const SESSION_SETTINGS = namesWhere<SessionSettingName>(({ isInSession }) => isInSession === true);
export const STORED_SETTINGS = namesWhere<StoredSettingName>(({ isPresence }) => isPresence !== true);
export const FREQUENCY_SETTINGS = namesWhere<FrequencyName>(({ kind }) => kind === "frequency");
export const PREMIUM_SETTINGS = namesWhere<NameWith<{ needsPremium: true }>>(
  ({ needsPremium }) => needsPremium === true,
);
