import type { FrequencyName, SwitchName } from "../member-settings/member-settings.ts";

/**
 * The types of notifications, one record each. Queries, mails, push messages and screens are derived from them. Imports
 * types only, so that a screen loads nothing else with this file.
 */

type Definition = {
  /** The actor's action. The text follows the actor's name. */
  text: string;
  /**
   * The actor's action within a bell row with several: the verbs of all are listed, followed by the end of the last
   * one. Null if a row never combines it.
   */
  joined: { verb: string; end: string } | null;
  /** The action of several people, or several staff notices. The text follows their number. */
  manyText: string;
  /** The path that the notification opens. */
  path: (actorId: string) => string;
  /** Whether the bell lists it. Messages have their own menu. */
  isInBell: boolean;
  /** Whether the notification stays forever, because a pair matches only once. Others are deleted after some time. */
  isKept: boolean;
  /** The settings by which the member chooses mails and push messages for it. */
  mailSetting: FrequencyName;
  pushSetting: SwitchName;
  /**
   * Whether the feature that adds it sends its own mail, regardless of the member's settings. No other mail or push
   * message mentions it.
   */
  hasOwnMail: boolean;
  /** Whether the actor is staff: the member sees "Equipe", never the person. */
  isFromStaff: boolean;
};

const profilePath = (memberId: string) => `/perfil/${memberId}`;

/** The types of notifications, the most important first; mails list them in this order. */
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
  /** The staff took a measure or decided an appeal; the actor is a staff member, hidden from the member. */
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
  /** The staff decided a withdrawal; the actor is a staff member, hidden from the member. */
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

// The cast is safe, because the record has no other keys.
export const NOTIFICATION_TYPES = Object.keys(notificationTypes) as NotificationType[];
// The cast is safe, because the filter and the type have the same condition.
export const BELL_TYPES = NOTIFICATION_TYPES.filter((type) => notificationTypes[type].isInBell) as BellType[];

/** The text for a type unknown to this version. */
export const unknownNotificationText = "Nova notificação";
/** The text in place of a missing name. */
export const namelessActor = "Usuário";
/** The text in place of a staff member's name. */
export const staffActor = "Equipe";
