/** The HTTP status of each failed call. No imports, so that a screen loads nothing else with this file. */
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
  /** The proof was right, but the account was frozen through a former mailbox. */
  AUTH_FROZEN: 403,
  /** The password was right, but a second-factor code is required. */
  AUTH_CODE_REQUIRED: 401,
  AUTH_CODE_INVALID: 401,
  /** The passkey, its signature or its challenge is invalid here; the code does not say which. */
  AUTH_PASSKEY_REFUSED: 401,
  /** The password was right, but the account's only second factor is a passkey. */
  AUTH_PASSKEY_REQUIRED: 401,
  PASSKEY_NOT_ADDED: 422,
  PASSKEYS_FULL: 409,
  /** Staff must authenticate again first; the session continues. */
  FRESH_FACTOR_REQUIRED: 401,
  /** This site requires a second factor of staff, which this session lacks. */
  SECOND_FACTOR_MISSING: 403,
  LAST_OWNER: 409,
  /** The account's mailbox may belong to an intruder, who changed the address within a week of an alert. */
  EMAIL_CHANGED_LATELY: 409,
  PROFILE_NOT_FOUND: 403,
  RESET_LINK_INVALID: 410,
  SIGN_IN_ALERT_LINK_INVALID: 410,
  CONFIRMATION_LINK_INVALID: 410,
  CONFIRMATION_NEEDS_PASSWORD: 403,
  SIGNIN_UNEXPECTED_ERROR: 500,
  FILE_TOO_LARGE: 413,
  FILE_INVALID_TYPE: 422,
  /** The file ends before its last pixel. */
  FILE_INCOMPLETE: 422,
  /** The file would take too long to decode, regardless of its size in bytes. */
  FILE_TOO_COMPLEX: 422,
  PHOTO_TOO_SMALL: 422,
  /** Too many pixels, regardless of the size in bytes. */
  PHOTO_TOO_LARGE: 422,
  PHOTOS_TOO_FEW: 422,
  PHOTOS_TOO_MANY: 422,
  /** Another tab or device added, removed or moved a photo meanwhile. */
  PHOTOS_CHANGED: 409,
  UPGRADE_REQUIRED: 402,
  PEER_UNAVAILABLE: 403,
  TOO_MANY_NEW_CONVERSATIONS: 429,
  MESSAGE_CHANGED: 409,
  /** The message looks like a fraud, so the member is asked once whether to send it. Nothing was stored or charged. */
  MESSAGE_NEEDS_CONFIRMATION: 428,
  /** The warning rules have slowed this member, who may start only few conversations. */
  NEW_CONVERSATIONS_SLOWED: 429,
  /** The quoted message is not in this conversation, or the replying member has cleared it. */
  REPLY_GONE: 409,
  PREMIUM_ONLY: 403,
  PUSH_SERVICE_UNKNOWN: 422,
  /**
   * The payment provider does not answer; nothing was charged. Not 503, because the browser automatically repeats such
   * a request.
   */
  PAYMENT_UNAVAILABLE: 424,
  WITHDRAWAL_TOO_LATE: 409,
  /** The staff must decide this withdrawal; until then no tokens are sold to the member. */
  WITHDRAWAL_UNDER_REVIEW: 409,
  /** Another staff member has already decided. */
  WITHDRAWAL_DECIDED: 409,
  /** The buyer's bank must first decide who gets the money. */
  ORDER_DISPUTED: 409,
  REFUND_TOO_HIGH: 409,
  /** The site requires an assured age first. */
  AGE_ASSURANCE_REQUIRED: 403,
  /** The member has withdrawn the consent to sensitive data, and may only manage their own data. */
  CONSENT_REQUIRED: 403,
  /** The member has requested the erasure of the account, and may only cancel it. */
  ERASURE_PENDING: 403,
  /** The thirty days have passed, so the erasure can no longer be cancelled. */
  ERASURE_BEGUN: 409,
  VERIFICATION_PENDING: 409,
  VERIFICATION_DONE: 409,
  /** Another staff member has already decided. */
  VERIFICATION_REVIEWED: 409,
  /** Only an approval can be withdrawn. */
  VERIFICATION_NOT_APPROVED: 409,
  /** The document belongs to a banned person. */
  DOCUMENT_BANNED: 409,
  /** Each measure may be appealed once, within its deadline. */
  APPEAL_USED: 409,
  /** Another staff member can decide, so the one who took the measure may not. */
  APPEAL_NEEDS_ANOTHER: 409,
  ALREADY_SUSPENDED: 409,
  /** The member of a notice was erased after the staff opened it. */
  ACCOUNT_ERASED: 409,
  CASE_CLOSED: 409,
  /** Staff ran the online-status job in the last half hour, so the members it chose are still shown. */
  ONLINE_UPDATE_TOO_SOON: 409,
  /** The photo resembles one that the staff removed. */
  PHOTO_BANNED: 422,
  /** The environment sets this setting, so it cannot be changed at run time. */
  SETTING_FIXED: 409,
  /** The setting was changed again after the change to be undone. */
  SETTING_CHANGED: 409,
  /** The old value of the setting is no longer allowed, e.g. an empty company name once the site is in production. */
  SETTING_REFUSED: 409,
  /** The caller's latest export is still being made. */
  EXPORT_WAITING: 409,
  /** The caller had an export within the last day. */
  EXPORT_DELAYED: 409,
  EXPORT_TOO_SOON: 409,
  SIGN_UPS_CLOSED: 403,
  SALES_PAUSED: 403,
  /** The member was changed elsewhere after the form was opened. */
  USER_CHANGED: 409,
  /** Staff manage the profile until its person claims it. */
  PROFILE_UNCLAIMED: 403,
  CLAIM_LINK_INVALID: 410,
  /** The person of a managed profile has claimed it. */
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
  /** The caller has seen the allowed number of profiles of the day. */
  DAILY_PROFILES_REACHED: 429,
  /** The server was too busy and changed nothing; a retry may succeed shortly. */
  SERVICE_BUSY: 503,
  /** The database does not answer, possibly for seconds. It is unknown whether a change was stored. */
  SERVICE_UNAVAILABLE: 503,
  SERVER_ERROR: 500,
  UNKNOWN_ERROR: 500,
  /** Browser only: the request got no answer. */
  NETWORK_ERROR: 0,
} as const;
