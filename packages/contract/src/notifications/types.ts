import type { FrequencyName, SwitchName } from "../member-settings/member-settings.ts";

/**
 * The types of notifications, with one record each. Queries, mails, push messages and screens are derived from these
 * records. The file imports types only, so that a screen loads nothing else with it.
 */

type Definition = {
  /** What the actor did. The text follows the actor's name. */
  text: string;
  /**
   * What the actor did, as part of a row of the bell that says more of them: the verbs of all are listed, and the end of
   * the last one follows. Null where a row never says more.
   */
  joined: { verb: string; end: string } | null;
  /** What several people did, or several notices of the staff. The text follows their number. */
  manyText: string;
  /** The path that the notification opens. */
  path: (actorId: string) => string;
  /** Whether the bell lists it. Messages have their own menu. */
  isInBell: boolean;
  /**
   * Whether the notification is kept for ever, because a pair matches only once. Others are removed after some time.
   */
  isKept: boolean;
  /** The settings by which the member chooses whether it is also sent by mail, and as a push message. */
  mailSetting: FrequencyName;
  pushSetting: SwitchName;
  /**
   * Whether the feature that adds it sends its own mail, regardless of the member's settings. No other mail and no push
   * message mentions it.
   */
  hasOwnMail: boolean;
  /** Whether the actor is somebody of the staff: the member reads "Equipe", and never learns who. */
  isFromStaff: boolean;
};

const profilePath = (memberId: string) => `/perfil/${memberId}`;

/** The types of notifications, the most important first: in this order mails list them. */
export const notificationTypes = {
  message: {
    text: "enviou uma mensagem",
    joined: null,
    manyText: "pessoas enviaram mensagens",
    path: (actorId) => `/mensagens?userId=${actorId}`,
    isInBell: false,
    isKept: false,
    mailSetting: "mailMessages",
    pushSetting: "hasPushMessages",
    hasOwnMail: false,
    isFromStaff: false,
  },
  match: {
    text: "aceitou seu match",
    joined: { verb: "deu match", end: "com você" },
    manyText: "pessoas aceitaram seu match",
    path: profilePath,
    isInBell: true,
    isKept: true,
    mailSetting: "mailFavorites",
    pushSetting: "hasPushActivity",
    hasOwnMail: false,
    isFromStaff: false,
  },
  favorite: {
    text: "favoritou seu perfil",
    joined: { verb: "favoritou", end: "seu perfil" },
    manyText: "pessoas favoritaram seu perfil",
    path: profilePath,
    isInBell: true,
    isKept: false,
    mailSetting: "mailFavorites",
    pushSetting: "hasPushActivity",
    hasOwnMail: false,
    isFromStaff: false,
  },
  profile_view: {
    text: "visitou seu perfil",
    joined: { verb: "visitou", end: "seu perfil" },
    manyText: "pessoas visitaram seu perfil",
    path: profilePath,
    isInBell: true,
    isKept: false,
    mailSetting: "mailVisits",
    pushSetting: "hasPushActivity",
    hasOwnMail: false,
    isFromStaff: false,
  },
  /** The staff took a measure or decided an appeal; the actor is somebody of the staff, whom the member never sees. */
  team: {
    text: "enviou um aviso",
    joined: null,
    manyText: "avisos da equipe",
    path: () => "/medidas",
    isInBell: true,
    isKept: false,
    mailSetting: "mailMessages",
    pushSetting: "hasPushMessages",
    hasOwnMail: true,
    isFromStaff: true,
  },
  /** The staff decided a withdrawal; the actor is somebody of the staff, whom the member never sees. */
  withdrawal: {
    text: "respondeu ao seu pedido para desfazer uma compra",
    joined: null,
    manyText: "respostas da equipe sobre compras",
    path: () => "/compras",
    isInBell: true,
    isKept: false,
    mailSetting: "mailMessages",
    pushSetting: "hasPushMessages",
    hasOwnMail: true,
    isFromStaff: true,
  },
} as const satisfies Record<string, Definition>;

type Table = typeof notificationTypes;
export type NotificationType = keyof Table;
export type BellType = { [T in NotificationType]: Table[T]["isInBell"] extends true ? T : never }[NotificationType];

// The cast holds because the record has no other keys.
export const NOTIFICATION_TYPES = Object.keys(notificationTypes) as NotificationType[];
// The cast holds because the filter and the type have the same condition.
export const BELL_TYPES = NOTIFICATION_TYPES.filter((type) => notificationTypes[type].isInBell) as BellType[];

/** The text for a type that this version does not know. */
export const unknownNotificationText = "Nova notificação";
/** The text in place of a missing name. */
export const namelessActor = "Usuário";
/** The text in place of the name of somebody of the staff. */
export const staffActor = "Equipe";
