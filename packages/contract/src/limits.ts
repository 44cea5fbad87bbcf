/**
 * Numbers that screens, rules and the server share. The retention periods are in `personal-data/periods.ts`. No imports, so that a screen loads nothing else with
 * this file.
 */

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const ADMIN_PASSWORD_MIN = 12;
export const EMAIL_MAX = 254;

export const AGE_MIN = 18;
export const AGE_MAX = 99;
export const NAME_MAX = 60;
/** The most characters of a text about oneself, after trimming. */
export const ABOUT_MAX = 2_000;
/** Below this many characters a form hints that more would help, but it never refuses. */
export const ABOUT_HINT_BELOW = 20;

export const PHOTOS_MIN = 2;
export const PHOTOS_MAX = 5;
export const PHOTO_MAX_BYTES = 5_242_880;
/** The shortest side that a stored photo may have, in pixels: a long picture is made smaller before. */
export const PHOTO_MIN_SIDE = 200;
/**
 * The most pixels of a photo and of one side, because a file of half a megabyte can hold a picture that takes most of a
 * gigabyte of memory. The browser makes larger ones smaller.
 */
export const PHOTO_MAX_PIXELS = 40_000_000;
export const PHOTO_MAX_SIDE = 12_000;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** The largest file that a member may pick for the gallery or a verification; the browser shrinks large ones first. */
export const GALLERY_FILE_MAX_BYTES = 31_457_280;
/** What the browser compresses a photo to: bytes, and longest side in pixels. */
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

/** Sign-up starts to suggest cities at this many typed characters. */
export const CITY_SEARCH_MIN = 3;
/** The filter of discovery starts to suggest cities earlier. */
export const CITY_FILTER_SEARCH_MIN = 2;
export const CITY_SUGGESTIONS = 10;
export const CITY_SEARCH_DEBOUNCE_MS = 300;

export const BADGE_CAP = 99;
export const TOAST_DELAY_MS = 100;
export const TOAST_MS = 5_000;
export const TOAST_ERROR_MS = 7_000;
export const TOAST_EXIT_MS = 300;
/** A new member reads "Conta criada!" this long before /login opens. */
export const SIGN_UP_REDIRECT_MS = 2_000;
/** A photo that fails to load is requested this many more times; the delay doubles each time. */
export const PHOTO_RETRIES = 3;
export const PHOTO_RETRY_BASE_MS = 1_000;

/** The most rows of the bell's list, and of the messages menu. */
export const NOTIFICATIONS_MAX = 50;
export const MESSAGES_MENU_MAX = 5;
/** The pop-up of a new message: how long it stays, where its preview is cut, and how loud its sound is. */
export const POP_UP_MS = 5_000;
export const POP_UP_PREVIEW = 50;
export const POP_UP_VOLUME = 0.3;

/** At most one visit of one member to another is counted in this time. */
export const VISIT_EVERY_HOURS = 24;
export const PEOPLE_PAGE = 24;
/** Visitors and admirers are counted up to this number. */
export const PEOPLE_COUNT_MAX = 1_000;

export const RECOVERY_LINK_HOURS = 24;
export const CONFIRMATION_LINK_HOURS = 72;
/** The hours of the invitation to a managed profile: a week. */
export const CLAIM_LINK_HOURS = 168;
/** The hours of the link in a mail about a new browser, and how long one such mail stands for all of them. */
export const SIGN_IN_ALERT_LINK_HOURS = 168;
export const SIGN_IN_ALERT_MINUTES = 10;
/** A recovery switches off the keys and the app that were added within this many days, until the member keeps them. */
export const WAY_TRUSTED_DAYS = 7;
/** What is asked for by a way in that is younger than this many hours waits, so that its member can deny it. */
export const YOUNG_WAY_HOURS = 72;
export const DELAY_HOURS = 24;
/** Members whose password is shorter are invited to add a passkey, at most once in so many days. */
export const KEY_INVITATION_PASSWORD_MIN = 8;
export const KEY_INVITATION_DAYS = 30;
/** The most passkeys of one member, the length of their names, and how long a challenge for one can be answered. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** The most sessions of one member. A further sign-in ends the session that was unused for the longest. */
export const DEVICES_MAX = 50;

/** The details of a report with the reason "other": characters after trimming. */
export const REPORT_DETAILS_MAX = 500;
export const PHOTO_LINK_MAX = 300;

/** Cases, appeals and notices a page, and the last page that may be requested. */
export const CASE_PAGE = 20;
export const CASE_PAGES_MAX = 500;
/** How many of the last messages between the reporter and the reported member a case keeps. */
export const CASE_MESSAGES_MAX = 50;
/** How many messages one report may name, and how many before and after each of them a case keeps. */
export const REPORT_MESSAGES_MAX = 5;
export const REPORT_MESSAGES_AROUND = 10;
/** How many kept messages of a case the staff sees. */
export const CASE_MESSAGES_SHOWN = 300;
/** An appeal, in characters; how many measures a member reads; and within how many days one may appeal. */
export const APPEAL_MAX = 2_000;
export const MEASURES_MAX = 50;
export const APPEAL_DAYS = 30;
export const DOCUMENT_NUMBER_MAX = 40;
/**
 * A notice of the public form: the longest address and text, in characters, and the hours within which it must be
 * decided.
 */
export const NOTICE_ADDRESS_MAX = 500;
export const NOTICE_WORDS_MAX = 2_000;
export const NOTICE_HOURS = 24;
/**
 * A request about personal data: the longest text and answer, in characters, the days within which it must be answered
 * (LGPD, art. 19, II), and how many days before their end the staff is mailed.
 */
export const DATA_REQUEST_WORDS_MAX = 2_000;
export const DATA_ANSWER_MAX = 4_000;
export const DATA_REQUEST_DAYS = 15;
export const DATA_ALARM_DAYS = 3;
/** How many given and withdrawn consents a member is shown. */
export const CONSENTS_SHOWN = 50;
/** The staff gets at most one alarm mail in this many minutes. */
export const ALARM_MINUTES = 5;

/** The transparency page does not show a number below this one, so that nobody is recognized by it. */
export const FIGURE_MIN = 10;
/** How many ended quarters the transparency page shows. */
export const QUARTERS_SHOWN = 8;
/** Requests of authorities a page, the last page that may be requested, and the longest text about one. */
export const AUTHORITY_PAGE = 20;
export const AUTHORITY_PAGES_MAX = 500;
export const AUTHORITY_WORDS_MAX = 500;
/** No request of an authority is older. */
export const AUTHORITY_DAY_MIN = "2020-01-01";

export const MAIL_PAGE = 30;

export const SESSION_REMEMBERED_DAYS = 30;
export const SESSION_IDLE_HOURS = 24;
/** A session of staff ends this long after its sign-in, used or not. */
export const SESSION_STAFF_HOURS = 8;
/** For this long after a proof, grave actions are open: adding and removing keys; for staff documents, roles, bans. */
export const FRESH_FACTOR_MINUTES = 10;
export const RECOVERY_CODES = 10;
export const STAFF_PAGE = 50;
export const AUDIT_PAGE = 50;
/** How many rows of the audit log are checked at once. */
export const AUDIT_CHECK = 5_000;
/** How long after the last sign-in an account still recognizes a browser. */
export const KNOWN_DEVICE_DAYS = 365;
export const KNOWN_DEVICES_MAX = 50;

export const DISCOVERY_PAGE = 24;
export const SEED_MAX = 2_147_483_646;
/** The age filter's ends; its upper end means "or more", and its handles stay at least a year apart. */
export const AGE_FILTER_MIN = 18;
export const AGE_FILTER_MAX = 80;
export const AGE_FILTER_DEFAULT_MAX = 60;
/** The distance filter; its upper end means any distance. */
export const DISTANCE_MIN_KM = 5;
export const DISTANCE_MAX_KM = 200;
export const DISTANCE_STEP_KM = 5;
/** How far "Perto de mim" reaches around the member's own city. */
export const NEAR_KM = 100;
/** The tab "Novos" shows members who joined within this time. */
export const NEW_FOR_HOURS = 48;
/** Counts of discovery are kept for this time and then counted anew. */
export const COUNTS_KEPT_MS = 30_000;
/** On cards, a name longer than CARD_NAME_MAX is cut to CARD_NAME_CUT characters and an ellipsis. */
export const CARD_NAME_MAX = 15;
export const CARD_NAME_CUT = 12;

export const PRESENCE_EVERY_MS = 60_000;
export const PRESENCE_MIN_GAP_MS = 30_000;
/** After this many presence pings that failed in a row the browser pauses them. */
export const PRESENCE_FAILURES = 3;
export const ONLINE_WINDOW_MS = 5 * 60_000;
/**
 * The time between the end of the last connection and going offline, because a reload does not mean that the member
 * left.
 */
export const PRESENCE_GRACE_MS = 10_000;
export const PRESENCE_ASK_MAX = 60;
/** The order of presences in the list of conversations. */
export const PRESENCE_ORDER = ["online", "available", "recent", "offline"] as const;
/** How coarse presence is for a viewer to whom the member has not written: it is shown as of the last half minute. */
export const PRESENCE_COARSE_MS = 30_000;

/** How long a run of the online-status job shows members as available: most of those whom it draws, and the others. */
export const AVAILABLE_LONG_MS = 30 * 60_000;
export const AVAILABLE_SHORT_MS = 10 * 60_000;

export const MESSAGE_MAX = 4_000;
/** How many characters of a message are shown above its reply. */
export const QUOTE_MAX = 120;
/** How many characters of the latest message the list of conversations gets. A row shows fewer. */
export const PREVIEW_MAX = 120;
export const MESSAGE_PAGE = 20;
export const CONVERSATION_PAGE = 30;
/** The longest text by which members search their conversations and favourites. */
export const SEARCH_MAX = 80;
export const CHANGES_PAGE = 200;
export const CONVERSATION_ROW_PX = 76;
/** How many openings a new conversation offers at a time. */
export const OFFERED_TOGETHER = 3;
/** Farther than this from the end of a conversation, a button leads back to it. */
export const SCROLL_BUTTON_PX = 100;
/** "Digitando" ends this long after the last typing event, and none is sent after this long without a key press. */
export const TYPING_MS = 3_000;
export const TYPING_IDLE_MS = 1_000;
/** The server passes on at most one typing event of a member to another in this time. */
export const TYPING_EVERY_MS = 1_000;
/** A message without an answer is sent again for this long; then its text returns to the field. */
export const SEND_RETRY_MS = 120_000;
/** To how many people a member may write first in one day. */
export const NEW_CONVERSATIONS_A_DAY = 20;
export const NEW_CONVERSATIONS_A_DAY_PREMIUM = 100;
/** Two members know each other once each has written this many messages to the other. */
export const ACQUAINTED_AFTER = 3;
/**
 * A member is slowed who, within the window, sent messages that look like a fraud to SLOWED_AFTER_FRAUDS strangers, or
 * messages with contacts to SLOWED_AFTER_CONTACTS. A slowed member may start SLOWED_CONVERSATIONS_A_DAY conversations a
 * day, SLOWED_GAP_MINUTES apart.
 */
export const SLOWED_WINDOW_DAYS = 7;
export const SLOWED_AFTER_FRAUDS = 3;
export const SLOWED_AFTER_CONTACTS = 10;
export const SLOWED_CONVERSATIONS_A_DAY = 3;
export const SLOWED_GAP_MINUTES = 60;

export const LIVE_FRAME_MAX_BYTES = 16_384;
export const LIVE_FRAMES_A_SECOND = 20;
/** The most waiting events of one connection: twice what it may send in a second. */
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
   * The member opened more than five connections: the oldest one ends, and its browser does not reconnect by itself.
   */
  tooMany: 4409,
  /**
   * RFC 6455 defines these two: for a violation of our rules, such as too many frames, and for a frame that is too
   * large.
   */
  violation: 1008,
  tooLarge: 1009,
} as const;

/** How long an order can be paid, and how much of that time must be left for an open order to be offered again. */
export const ORDER_PAYABLE_MS = 30 * 60_000;
export const ORDER_REUSE_LEFT_MS = 5 * 60_000;
/** The right of withdrawal: days after the payment. */
export const WITHDRAWAL_DAYS = 7;
/** The days within which the staff must decide a withdrawal, and the most that its queue shows, the oldest first. */
export const WITHDRAWAL_ANSWER_DAYS = 5;
export const WITHDRAWAL_QUEUE_MAX = 100;
export const ORDER_PAGE = 20;
export const STATEMENT_PAGE = 50;
/** A reason of the staff, in characters. */
export const REASON_MAX = 500;
export const REVENUE_DAYS = 30;
export const REVENUE_DAYS_MAX = 366;
export const ORDERS_CSV_MAX = 50_000;

/** How many days the dashboard's charts show. */
export const TREND_DAYS = 30;
export const FAILED_JOBS_MAX = 50;
export const RUNNING_JOBS_MAX = 50;
/** The pictures of a verification request, in the order in which they are sent. */
export const VERIFICATION_DOCUMENTS = ["front", "back", "selfie"] as const;
/** Nobody is older than this. */
export const BIRTH_YEARS_MAX = 120;
export const VERIFICATION_PAGE = 20;
export const VERIFICATION_PAGES_MAX = 5_000;
export const VERIFICATION_QUEUE = 50;
/** An account without a sign-in for so long is deactivated, and its member warned that many days before. */
export const INACTIVE_MONTHS = 12;
export const INACTIVE_WARNING_DAYS = 30;

export const SETTING_CHANGES_PAGE = 20;
/** The staff's list of members: rows a page, the last page that may be requested, and the longest search. */
export const STAFF_USERS_PAGE = 20;
export const STAFF_PAGE_MAX = 1_000_000;
export const STAFF_SEARCH_MAX = 100;
/** A search is counted up to this number. */
export const STAFF_COUNT_MAX = 10_000;
/** How many members one action may change. */
export const STAFF_BULK_MAX = 100;
/** When the list is requested again after a change, and how long the screen says that an action succeeded. */
export const STAFF_REFRESH_MS = 1_000;
export const STAFF_BANNER_MS = 3_000;
/** How long the dismissal of a report can be undone before it is sent. */
export const DISMISSAL_UNDO_MS = 6_000;
