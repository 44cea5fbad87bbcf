/** The HTTP status of each failure that a call may answer with. No imports: the browser loads this file as it is. */
export const errorStatuses = {
  AUTH_USER_EXISTS: 409,
  AUTH_SIGNUP_ERROR: 500,
  AUTH_NO_USER_ID: 500,
  PROFILE_CREATION_ERROR: 500,
  SIGNUP_UNEXPECTED_ERROR: 500,
  AUTH_INVALID_CREDENTIALS: 401,
  AUTH_NO_SESSION: 401,
  AUTH_SESSION_EXPIRED: 401,
  AUTH_EMAIL_NOT_CONFIRMED: 403,
  /** The password was right, and the account has a second factor: its code is asked for. */
  AUTH_CODE_REQUIRED: 401,
  AUTH_CODE_INVALID: 401,
  /** Staff must first prove once more who they are; the session itself goes on. */
  FRESH_FACTOR_REQUIRED: 401,
  /** This site asks staff for a second factor, and this session has none. */
  SECOND_FACTOR_MISSING: 403,
  LAST_OWNER: 409,
  PROFILE_NOT_FOUND: 403,
  RESET_LINK_INVALID: 410,
  CONFIRMATION_LINK_INVALID: 410,
  CONFIRMATION_NEEDS_PASSWORD: 403,
  SIGNIN_UNEXPECTED_ERROR: 500,
  FILE_TOO_LARGE: 413,
  FILE_INVALID_TYPE: 422,
  /** It would take a decoder too long, whatever its size in bytes. */
  FILE_TOO_COMPLEX: 422,
  PHOTO_TOO_SMALL: 422,
  PHOTOS_TOO_FEW: 422,
  PHOTOS_TOO_MANY: 422,
  /** Another tab or device added, removed or moved a photo meanwhile. */
  PHOTOS_CHANGED: 409,
  UPGRADE_REQUIRED: 402,
  PEER_UNAVAILABLE: 403,
  TOO_MANY_NEW_CONVERSATIONS: 429,
  MESSAGE_CHANGED: 409,
  /** It looks like what frauds write: the member is asked once whether they mean it. Nothing was stored or charged. */
  MESSAGE_NEEDS_CONFIRMATION: 428,
  /** A member whom the rules have slowed starts fewer conversations. */
  NEW_CONVERSATIONS_SLOWED: 429,
  /** The message that is replied to does not stand in this conversation, or not any more for the one who replies. */
  REPLY_GONE: 409,
  PREMIUM_ONLY: 403,
  PUSH_SERVICE_UNKNOWN: 422,
  /** The payment provider does not answer; nothing was charged. Not 503, which the browser asks again by itself. */
  PAYMENT_UNAVAILABLE: 424,
  WITHDRAWAL_TOO_LATE: 409,
  /** The staff decides a withdrawal of the member's first; until then they are sold no tokens. */
  WITHDRAWAL_UNDER_REVIEW: 409,
  /** Another one of the staff was faster. */
  WITHDRAWAL_DECIDED: 409,
  /** The buyer's bank decides first whose the money is. */
  ORDER_DISPUTED: 409,
  REFUND_TOO_HIGH: 409,
  /** The site asks for an assured age first. */
  AGE_ASSURANCE_REQUIRED: 403,
  VERIFICATION_PENDING: 409,
  VERIFICATION_DONE: 409,
  /** Another one of the staff was faster. */
  VERIFICATION_REVIEWED: 409,
  /** Only an approval can be taken back. */
  VERIFICATION_NOT_APPROVED: 409,
  /** The document is that of a banned person. */
  DOCUMENT_BANNED: 409,
  /** Each measure may be appealed once, within its time. */
  APPEAL_USED: 409,
  /** Another of the staff can decide, so the one who took the measure may not. */
  APPEAL_NEEDS_ANOTHER: 409,
  ALREADY_SUSPENDED: 409,
  CASE_CLOSED: 409,
  /** Somebody of the staff ran the online-status job a moment ago, and those whom it drew are still shown. */
  ONLINE_UPDATE_TOO_SOON: 409,
  /** It looks like a photo that the staff removed. */
  PHOTO_BANNED: 422,
  /** The environment sets it, so that it cannot be changed while the product runs. */
  SETTING_FIXED: 409,
  /** Something changed the setting after the change that was to be taken back. */
  SETTING_CHANGED: 409,
  /** The setting may no longer be what it was, such as a company without a name once the site is in production. */
  SETTING_REFUSED: 409,
  /** The operator takes no new members at present. */
  SIGN_UPS_CLOSED: 403,
  /** The operator sells nothing at present. */
  SALES_PAUSED: 403,
  /** Somebody else changed the member since the form was opened. */
  USER_CHANGED: 409,
  /** The staff makes and manages the profile until its person takes it over. */
  PROFILE_UNCLAIMED: 403,
  CLAIM_LINK_INVALID: 410,
  /** The person of a managed profile has taken it over. */
  PROFILE_CLAIMED: 409,
  USER_NO_ID: 500,
  USER_CREATION_ERROR: 500,
  VALIDATION_ERROR: 400,
  DB_UNIQUE_VIOLATION: 409,
  DB_FOREIGN_KEY_VIOLATION: 409,
  PERMISSION_DENIED: 403,
  ADMIN_ONLY: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  /** The caller was shown as many profiles as they may see in a day. */
  DAILY_PROFILES_REACHED: 429,
  /** Nothing was changed, because too much else was going on; the same request may succeed a moment later. */
  SERVICE_BUSY: 503,
  /** The database does not answer, perhaps for seconds. Whether a change was stored is not known. */
  SERVICE_UNAVAILABLE: 503,
  SERVER_ERROR: 500,
  UNKNOWN_ERROR: 500,
  /** The browser's own: the request never got an answer. */
  NETWORK_ERROR: 0,
} as const;
