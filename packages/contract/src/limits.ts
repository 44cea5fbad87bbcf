/**
 * Numbers shared by screens, rules and the server. The retention periods are in `personal-data/periods.ts`. No imports,
 * so that a screen loads nothing else with this file.
 */

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const ADMIN_PASSWORD_MIN = 12;
export const EMAIL_MAX = 254;

export const AGE_MIN = 18;
export const AGE_MAX = 99;
export const NAME_MAX = 60;
/** The maximum length of a profile text, after trimming. */
export const ABOUT_MAX = 2_000;
/** Below this length a form suggests writing more, but does not refuse. */
export const ABOUT_HINT_BELOW = 20;

export const PHOTOS_MIN = 2;
export const PHOTOS_MAX = 5;
export const PHOTO_MAX_BYTES = 5_242_880;
/** The minimum side of a stored photo, in pixels: long pictures are resized first. */
export const PHOTO_MIN_SIDE = 200;
/**
 * The maximum pixels of a photo and of one side, because half a megabyte can decode to nearly a gigabyte of memory. The
 * browser resizes larger ones.
 */
export const PHOTO_MAX_PIXELS = 40_000_000;
export const PHOTO_MAX_SIDE = 12_000;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** The maximum file size for the gallery or a verification; the browser compresses large ones first. */
export const GALLERY_FILE_MAX_BYTES = 31_457_280;
/** The target of the browser's compression: bytes, and longest side in pixels. */
export const COMPRESSED_MAX_BYTES = 1_048_576;
export const COMPRESSED_MAX_SIDE = 1_920;
/**
 * The stored sizes of a photo, the smallest first, as the longest side in pixels. Links and stored names contain this
 * number.
 */
export const PHOTO_SIZES = { small: 320, medium: 960, large: 1_920 } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;
export const PHOTO_SIZE_NAMES = Object.keys(PHOTO_SIZES) as PhotoSize[]; // The record has no other keys.
/** A photo's `width` and `height` are those of this size. */
export const LARGEST_PHOTO_SIZE = "large" satisfies PhotoSize;

/** Sign-up suggests cities from this many typed characters on. */
export const CITY_SEARCH_MIN = 3;
/** The discovery filter suggests cities earlier. */
export const CITY_FILTER_SEARCH_MIN = 2;
export const CITY_SUGGESTIONS = 10;
export const CITY_SEARCH_DEBOUNCE_MS = 300;

export const BADGE_CAP = 99;
export const TOAST_DELAY_MS = 100;
export const TOAST_MS = 5_000;
export const TOAST_ERROR_MS = 7_000;
export const TOAST_EXIT_MS = 300;
/** A new member sees "Conta criada!" this long before /login opens. */
export const SIGN_UP_REDIRECT_MS = 2_000;
/** Retries of a photo that fails to load; the delay doubles each time. */
export const PHOTO_RETRIES = 3;
export const PHOTO_RETRY_BASE_MS = 1_000;

/** The maximum rows of the bell's list and of the messages menu. */
export const NOTIFICATIONS_MAX = 50;
export const MESSAGES_MENU_MAX = 5;
/** The pop-up of a new message: duration, length of the preview, and volume of the sound. */
export const POP_UP_MS = 5_000;
export const POP_UP_PREVIEW = 50;
export const POP_UP_VOLUME = 0.3;

/** At most one visit per pair of members is counted in this time. */
export const VISIT_EVERY_HOURS = 24;
export const PEOPLE_PAGE = 24;
/** Visitors and admirers are counted up to this number. */
export const PEOPLE_COUNT_MAX = 1_000;

export const RECOVERY_LINK_HOURS = 24;
export const CONFIRMATION_LINK_HOURS = 72;
/** The validity of the invitation to a managed profile in hours: a week. */
export const CLAIM_LINK_HOURS = 168;
/**
 * The validity in hours of the link in a mail about a new browser, and the minutes in which only one such mail is sent.
 */
export const SIGN_IN_ALERT_LINK_HOURS = 168;
export const SIGN_IN_ALERT_MINUTES = 10;
/** A recovery disables passkeys and apps added within this many days, until the member re-enables them. */
export const WAY_TRUSTED_DAYS = 7;
/** Requests made with a sign-in method younger than this many hours are delayed, so that the member can deny them. */
export const YOUNG_WAY_HOURS = 72;
export const DELAY_HOURS = 24;
/** Members with a shorter password are invited to add a passkey, at most once in this many days. */
export const KEY_INVITATION_PASSWORD_MIN = 8;
export const KEY_INVITATION_DAYS = 30;
/** The maximum passkeys of one member, the length of their names, and the validity of a challenge. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** The maximum sessions of one member. A further sign-in ends the least recently used one. */
export const DEVICES_MAX = 50;

/** The details of a report with the reason "other": characters after trimming. */
export const REPORT_DETAILS_MAX = 500;
export const PHOTO_LINK_MAX = 300;

/** Cases, appeals and notices per page, and the last page that may be requested. */
export const CASE_PAGE = 20;
export const CASE_PAGES_MAX = 500;
/** How many of the last messages between reporter and reported member a case stores. */
export const CASE_MESSAGES_MAX = 50;
/** How many messages a report may name, and how many before and after each a case stores. */
export const REPORT_MESSAGES_MAX = 5;
export const REPORT_MESSAGES_AROUND = 10;
/** How many stored messages of a case staff see. */
export const CASE_MESSAGES_SHOWN = 300;
/** An appeal, in characters; how many measures a member sees; and the days within which an appeal is possible. */
export const APPEAL_MAX = 2_000;
export const MEASURES_MAX = 50;
export const APPEAL_DAYS = 30;
export const DOCUMENT_NUMBER_MAX = 40;
/**
 * A notice of the public form: the maximum address and text, in characters, and the hours within which it must be
 * decided.
 */
export const NOTICE_ADDRESS_MAX = 500;
export const NOTICE_WORDS_MAX = 2_000;
export const NOTICE_HOURS = 24;
/**
 * A data request: the maximum text and answer, in characters, the days within which it must be answered (LGPD, art. 19,
 * II), and how many days before that the staff is mailed.
 */
export const DATA_REQUEST_WORDS_MAX = 2_000;
export const DATA_ANSWER_MAX = 4_000;
export const DATA_REQUEST_DAYS = 15;
export const DATA_ALARM_DAYS = 3;
/** How many given and withdrawn consents a member sees. */
export const CONSENTS_SHOWN = 50;
/** The staff gets at most one alarm mail in this many minutes. */
export const ALARM_MINUTES = 5;

/** The transparency page hides smaller numbers, so that no person can be identified. */
export const FIGURE_MIN = 10;
/** How many ended quarters the transparency page shows. */
export const QUARTERS_SHOWN = 8;
/** Authorities' requests per page, the last page that may be requested, and the maximum text about one. */
export const AUTHORITY_PAGE = 20;
export const AUTHORITY_PAGES_MAX = 500;
export const AUTHORITY_WORDS_MAX = 500;
/** No authority's request is older. */
export const AUTHORITY_DAY_MIN = "2020-01-01";

export const MAIL_PAGE = 30;

export const SESSION_REMEMBERED_DAYS = 30;
export const SESSION_IDLE_HOURS = 24;
/** A session of staff ends this long after its sign-in, used or not. */
export const SESSION_STAFF_HOURS = 8;
/** How long grave actions are open after a proof: adding and removing passkeys; for staff documents, roles, bans. */
export const FRESH_FACTOR_MINUTES = 10;
export const RECOVERY_CODES = 10;
export const STAFF_PAGE = 50;
export const AUDIT_PAGE = 50;
/** How many rows of the audit log one check covers. */
export const AUDIT_CHECK = 5_000;
/** How long after the last sign-in an account recognizes a browser. */
export const KNOWN_DEVICE_DAYS = 365;
export const KNOWN_DEVICES_MAX = 50;

export const DISCOVERY_PAGE = 24;
export const SEED_MAX = 2_147_483_646;
/** The bounds of the age filter; the upper one means "or more", and the handles stay at least a year apart. */
export const AGE_FILTER_MIN = 18;
export const AGE_FILTER_MAX = 80;
export const AGE_FILTER_DEFAULT_MAX = 60;
/** The distance filter; its maximum means any distance. */
export const DISTANCE_MIN_KM = 5;
export const DISTANCE_MAX_KM = 200;
export const DISTANCE_STEP_KM = 5;
/** The radius of "Perto de mim" around the member's city. */
export const NEAR_KM = 100;
/** The tab "Novos" shows members who joined within this time. */
export const NEW_FOR_HOURS = 48;
/** Discovery counts are cached for this time. */
export const COUNTS_KEPT_MS = 30_000;
/** On cards, a name longer than CARD_NAME_MAX is cut to CARD_NAME_CUT characters and an ellipsis. */
export const CARD_NAME_MAX = 15;
export const CARD_NAME_CUT = 12;

export const PRESENCE_EVERY_MS = 60_000;
export const PRESENCE_MIN_GAP_MS = 30_000;
/** The browser pauses presence pings after this many failures in a row. */
export const PRESENCE_FAILURES = 3;
export const ONLINE_WINDOW_MS = 5 * 60_000;
/** The delay between the end of the last connection and going offline, because a reload is no departure. */
export const PRESENCE_GRACE_MS = 10_000;
export const PRESENCE_ASK_MAX = 60;
/** The order of presences in the conversation list. */
export const PRESENCE_ORDER = ["online", "available", "recent", "offline"] as const;
/** The resolution of presence for a viewer to whom the member has not written: shown as of the last half minute. */
export const PRESENCE_COARSE_MS = 30_000;

/** How long a run of the online-status job shows members as available: most of the chosen ones, and the rest. */
export const AVAILABLE_LONG_MS = 30 * 60_000;
export const AVAILABLE_SHORT_MS = 10 * 60_000;

export const MESSAGE_MAX = 4_000;
/** How many characters of a message are shown above its reply. */
export const QUOTE_MAX = 120;
/** How many characters of the latest message the conversation list gets. A row shows fewer. */
export const PREVIEW_MAX = 120;
export const MESSAGE_PAGE = 20;
export const CONVERSATION_PAGE = 30;
/** The maximum search text for conversations and favourites. */
export const SEARCH_MAX = 80;
export const CHANGES_PAGE = 200;
export const CONVERSATION_ROW_PX = 76;
/** How many openings a new conversation offers. */
export const OFFERED_TOGETHER = 3;
/** Farther than this from the end of a conversation, a button scrolls back to it. */
export const SCROLL_BUTTON_PX = 100;
/** "Digitando" ends this long after the last typing event, and none is sent this long after the last key press. */
export const TYPING_MS = 3_000;
export const TYPING_IDLE_MS = 1_000;
/** The server forwards at most one typing event per pair in this time. */
export const TYPING_EVERY_MS = 1_000;
/** An unanswered message is resent for this long; then its text returns to the field. */
export const SEND_RETRY_MS = 120_000;
/** How many people a member may write to first in one day. */
export const NEW_CONVERSATIONS_A_DAY = 20;
export const NEW_CONVERSATIONS_A_DAY_PREMIUM = 100;
/** Two members count as acquainted once each has written this many messages to the other. */
export const ACQUAINTED_AFTER = 3;
/**
 * A member is slowed after sending, within the window, messages that look like a fraud to SLOWED_AFTER_FRAUDS
 * strangers, or messages with contacts to SLOWED_AFTER_CONTACTS. A slowed member may start SLOWED_CONVERSATIONS_A_DAY
 * conversations a day, SLOWED_GAP_MINUTES apart.
 */
export const SLOWED_WINDOW_DAYS = 7;
export const SLOWED_AFTER_FRAUDS = 3;
export const SLOWED_AFTER_CONTACTS = 10;
export const SLOWED_CONVERSATIONS_A_DAY = 3;
export const SLOWED_GAP_MINUTES = 60;

export const LIVE_FRAME_MAX_BYTES = 16_384;
export const LIVE_FRAMES_A_SECOND = 20;
/** The maximum queued events of one connection: twice what it may send in a second. */
export const LIVE_EVENTS_WAITING_MAX = 40;
export const LIVE_VIOLATIONS_MAX = 5;
export const LIVE_SOCKETS_MAX = 5;
export const LIVE_WAITING_MAX_BYTES = 1_048_576;
export const LIVE_HEARTBEAT_MS = 25_000;

/** The close codes of live connections. Browsers act on them, so they never change. */
export const LIVE_CLOSE = {
  /** The session has ended: the browser does not reconnect. */
  sessionOver: 4401,
  /**
   * The member has more than five connections: the oldest one is closed, and its browser does not reconnect
   * automatically.
   */
  tooMany: 4409,
  /** RFC 6455 defines these two: a violation of our rules, such as too many frames, and a frame that is too large. */
  violation: 1008,
  tooLarge: 1009,
} as const;

/** How long an order can be paid, and the minimum of that time left for an open order to be offered again. */
export const ORDER_PAYABLE_MS = 30 * 60_000;
export const ORDER_REUSE_LEFT_MS = 5 * 60_000;
/** The right of withdrawal: days after the payment. */
export const WITHDRAWAL_DAYS = 7;
/** The days within which staff must decide a withdrawal, and the maximum length of its queue, oldest first. */
export const WITHDRAWAL_ANSWER_DAYS = 5;
export const WITHDRAWAL_QUEUE_MAX = 100;
export const ORDER_PAGE = 20;
export const STATEMENT_PAGE = 50;
/** The maximum length of the staff's reasons. */
export const REASON_MAX = 500;
export const REVENUE_DAYS = 30;
export const REVENUE_DAYS_MAX = 366;
export const ORDERS_CSV_MAX = 50_000;

/** The days in the dashboard's charts. */
export const TREND_DAYS = 30;
export const FAILED_JOBS_MAX = 50;
export const RUNNING_JOBS_MAX = 50;
/** The pictures of a verification request, in sending order. */
export const VERIFICATION_DOCUMENTS = ["front", "back", "selfie"] as const;
/** The maximum age of a person. */
export const BIRTH_YEARS_MAX = 120;
export const VERIFICATION_PAGE = 20;
export const VERIFICATION_PAGES_MAX = 5_000;
export const VERIFICATION_QUEUE = 50;
/** An account without a sign-in for this long is deactivated; its member is warned that many days before. */
export const INACTIVE_MONTHS = 12;
export const INACTIVE_WARNING_DAYS = 30;

export const SETTING_CHANGES_PAGE = 20;
/** The staff's member list: rows per page, the last page that may be requested, and the maximum search text. */
export const STAFF_USERS_PAGE = 20;
export const STAFF_PAGE_MAX = 1_000_000;
export const STAFF_SEARCH_MAX = 100;
/** A search is counted up to this number. */
export const STAFF_COUNT_MAX = 10_000;
/** The maximum number of members changed by one action. */
export const STAFF_BULK_MAX = 100;
/** When the list is reloaded after a change, and how long the screen confirms a successful action. */
export const STAFF_REFRESH_MS = 1_000;
export const STAFF_BANNER_MS = 3_000;
/** How long a report's dismissal can be undone before it is sent. */
export const DISMISSAL_UNDO_MS = 6_000;
