import type { FrequencyName, SwitchName } from "../settings/member-settings.ts";

/**
 * What members are notified of: one record a type, which queries, mails, push messages and screens are derived from. It
 * imports types only: the browser loads this file as it is.
 */

type Definition = {
  /** What the actor did; it stands after the actor's name. */
  text: string;
  /** What several people did; it stands after their number. */
  manyText: string;
  /** The path that the notification opens. */
  path: (actorId: string) => string;
  /** False for messages, which have a menu of their own. */
  isInBell: boolean;
  /** Kept for good, where the others are removed after some time: a pair matches once, ever. */
  isKept: boolean;
  /** The settings by which the member chooses whether it is also sent as a mail, and as a push message. */
  mailSetting: FrequencyName;
  pushSetting: SwitchName;
  /** Whoever adds it sends a mail of its own, whatever the member set; no other mail and no push message names it. */
  hasOwnMail: boolean;
  /** The actor is somebody of the staff: the member reads "Equipe", and never learns who. */
  isFromStaff: boolean;
};

const profilePath = (memberId: string) => `/perfil/${memberId}`;

/** A mail lists the types in this order. */
export const notificationTypes = {
  message: {
    text: "enviou uma mensagem",
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

// It has no other keys.
export const NOTIFICATION_TYPES = Object.keys(notificationTypes) as NotificationType[];
// The filter and the type ask for the same types.
export const BELL_TYPES = NOTIFICATION_TYPES.filter((type) => notificationTypes[type].isInBell) as BellType[];

/** What a type says that this version does not know. */
export const unknownNotificationText = "Nova notificação";
/** Stands for the name of an actor without one. */
export const namelessActor = "Usuário";
/** Stands for the name of somebody of the staff. */
export const staffActor = "Equipe";
