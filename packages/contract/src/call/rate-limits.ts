type RateLimitRow = {
  /** The default as "attempts/seconds", overridable by an environment or site setting. */
  preset: `${number}/${number}`;
  /**
   * `bucket`: this many attempts at once, refilled evenly over the seconds, so that a limited sender can soon go on.
   * Otherwise a window: this many within the seconds after the first attempt.
   */
  form?: "bucket";
  /**
   * The lowest allowed rate: what one screen needs at once and within those seconds. A lower rate would lock all
   * screens, including those that set rates. Where sessions have half of the limit, the floor is twice a screen's need.
   */
  floor: `${number}/${number}`;
  /** The counted unit, in the words of docs/environment-settings.md. */
  meaning: string;
};

/** A refused body counts as this many accepted ones. */
export const REFUSED_BODY_POINTS = 4;

/**
 * Every rate limit. The server's settings, its counters and docs/environment-settings.md are derived from this table.
 */
export const rateLimits = {
  signInAccount: {
    preset: "10/900",
    floor: "5/900",
    meaning: "failures within seconds, for one account from one address",
  },
  signInAddress: { preset: "300/3600", floor: "30/3600", meaning: "failures within seconds, for one address" },
  signInEverywhere: {
    preset: "30/1800",
    floor: "5/1800",
    form: "bucket",
    meaning: "failures for one account from all addresses, without those of its known devices",
  },
  signInDevice: {
    preset: "10/900",
    floor: "5/900",
    meaning: "failures within seconds, for one account on one known device",
  },
  passkeyChallenges: {
    preset: "600/600",
    floor: "60/600",
    form: "bucket",
    meaning: "times that the sign-in page asks for a passkey, for one address",
  },
  signUpAddress: { preset: "20/3600", floor: "2/3600", meaning: "sign-ups within seconds, for one address" },
  passwordChecks: {
    preset: "300/3600",
    floor: "30/3600",
    meaning: "passwords checked before a sign-up's photos, for one address",
  },
  recovery: { preset: "3/3600", floor: "1/3600", meaning: "mails with a link, for one e-mail address" },
  links: { preset: "60/3600", floor: "6/3600", meaning: "mailed links asked for or tried, for one address" },
  messages: { preset: "10/10", floor: "3/10", form: "bucket", meaning: "messages of one member" },
  reactions: { preset: "120/600", floor: "12/600", form: "bucket", meaning: "reactions to messages of one member" },
  favorites: { preset: "120/3600", floor: "12/3600", meaning: "favourites switched on or off" },
  reports: { preset: "10/86400", floor: "1/86400", meaning: "reports of one member" },
  notices: { preset: "5/3600", floor: "1/3600", meaning: "notices of the public form, for the owner of one address" },
  noticeMailbox: {
    preset: "3/3600",
    floor: "1/3600",
    meaning: "mails about notices to one e-mail address, however it is spelled, until they are confirmed; more wait",
  },
  noticesEverywhere: {
    preset: "60/3600",
    floor: "6/3600",
    meaning:
      "mails about notices without a session, of the whole site, until they are confirmed; more notices are stored, but hide nothing by themselves, and their mails wait",
  },
  noticeHides: {
    preset: "10/3600",
    floor: "1/3600",
    form: "bucket",
    meaning: "photos and profiles that reports and notices hide by themselves, of the whole site",
  },
  dataRequests: {
    preset: "5/3600",
    floor: "1/3600",
    meaning: "requests about personal data, for the owner of one address",
  },
  dataRequestMailbox: {
    preset: "3/3600",
    floor: "1/86400",
    meaning:
      "mails about requests about personal data to one e-mail address, however it is spelled, until they are confirmed; more wait",
  },
  dataRequestsEverywhere: {
    preset: "60/3600",
    floor: "6/3600",
    meaning:
      "mails about requests about personal data without a session, of the whole site, until they are confirmed; more wait",
  },
  uploads: { preset: "40/3600", floor: "5/3600", meaning: "photos that one member uploads" },
  uploadAttempts: {
    preset: "60/3600",
    floor: "6/3600",
    meaning: "uploads that are begun, by one member, or by one address without a session",
  },
  photoWork: {
    preset: "120/3600",
    floor: "12/3600",
    meaning: "seconds of processor for photos, for one address without a session",
  },
  views: { preset: "300/600", floor: "30/600", meaning: "profiles and pages of the search" },
  discoveryCounts: {
    preset: "60/60",
    floor: "10/60",
    form: "bucket",
    meaning: "times that one member asks how many profiles a filter finds",
  },
  photoBytes: { preset: "2000000/86400", floor: "200000/86400", meaning: "kilobytes of photos that one member loads" },
  exportBytes: {
    preset: "2000000/86400",
    floor: "200000/86400",
    meaning: "kilobytes of exports that one member downloads",
  },
  presence: { preset: "60/600", floor: "20/600", form: "bucket", meaning: "signs of life of one member's browsers" },
  citySearch: {
    preset: "600/600",
    floor: "60/600",
    form: "bucket",
    meaning: "suggestions of cities, for one member, or one address without a session",
  },
  settings: {
    preset: "120/600",
    floor: "12/600",
    form: "bucket",
    meaning: "changes of one member's settings; half of them in one session",
  },
  push: { preset: "60/3600", floor: "6/3600", meaning: "browsers that one member subscribes to push messages" },
  presenceLists: {
    preset: "240/600",
    floor: "24/600",
    form: "bucket",
    meaning: "times that one member asks for the presence of others",
  },
  photoReads: { preset: "12000/600", floor: "1200/600", form: "bucket", meaning: "photos that one member looks at" },
  sessionChecks: {
    preset: "6000/60",
    floor: "600/60",
    form: "bucket",
    meaning:
      "pages opened and sign-outs, for one member, half of them in one session, or one address without a session",
  },
  verifications: { preset: "5/86400", floor: "1/86400", meaning: "times that one member sends documents" },
  orders: { preset: "30/3600", floor: "3/3600", meaning: "orders that one member makes" },
  paymentChecks: {
    preset: "60/600",
    floor: "20/600",
    form: "bucket",
    meaning: "times that one member has a payment looked up at its provider",
  },
  webhooks: { preset: "600/60", floor: "60/60", form: "bucket", meaning: "webhooks of payments from one address" },
  bodies: {
    preset: "3000/60",
    floor: "300/60",
    form: "bucket",
    meaning: `requests that may bring a body, of one session, or of one address without a session; one whose body is refused counts as ${REFUSED_BODY_POINTS}`,
  },
  apiDocs: {
    preset: "60/60",
    floor: "6/60",
    form: "bucket",
    meaning: "times that the API's description is read, from one address",
  },
  protection: {
    preset: "240/600",
    floor: "24/600",
    form: "bucket",
    meaning: "sessions listed and ended, and accounts deactivated, of one member; half of them in one session",
  },
  staffInvitations: {
    preset: "30/86400",
    floor: "3/86400",
    form: "bucket",
    meaning: "invitations to the staff that one owner mails",
  },
  staffPages: {
    preset: "600/86400",
    floor: "60/86400",
    meaning: "pages of the list of members, and members, that one of the staff reads; above it the owners get an alarm",
  },
  staffEmails: {
    preset: "50/86400",
    floor: "5/86400",
    meaning: "whole addresses that one of the staff has shown; above it the owners get an alarm",
  },
  staffSuspensions: {
    preset: "20/3600",
    floor: "2/3600",
    meaning: "members whom one of the staff suspends or bans; above it the owners get an alarm",
  },
  staffCalls: {
    preset: "600/60",
    floor: "66/60",
    form: "bucket",
    meaning: "calls of the office, of one of the staff; half of them in one session",
  },
  calls: {
    preset: "600/60",
    floor: "60/60",
    form: "bucket",
    meaning: "all other calls of one member; half of them in one session",
  },
  reading: {
    preset: "1200/600",
    floor: "120/600",
    form: "bucket",
    meaning: "times that one member marks messages as read",
  },
} as const satisfies Record<string, RateLimitRow>;

export type RateLimitName = keyof typeof rateLimits;

/** The environment variable of a limit: `signInAccount` is LIMIT_SIGN_IN_ACCOUNT. */
export function limitSetting(name: string): `LIMIT_${string}` {
  return `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * Returns the minimum attempts that a limit must allow within `seconds`: its floor or, if higher, the floor's rate over
 * the time.
 */
export function leastAttempts(name: RateLimitName, seconds: number): number {
  const [points = 1, within = 1] = rateLimits[name].floor.split("/").map(Number);
  return Math.max(points, Math.ceil((points * seconds) / within));
}

/** The maximum factor over our default rate. More would disable the protection. */
const CEILING = 10;

/** Returns the maximum rate of a limit, for any number of seconds. */
export function ceilingOf(name: RateLimitName): { points: number; seconds: number } {
  const [points = 1, seconds = 1] = rateLimits[name].preset.split("/").map(Number);
  return { points: points * CEILING, seconds };
}

/** Whether a rate exceeds the ceiling of its limit over the same time. */
export function isOverCeiling(name: RateLimitName, { points, seconds }: { points: number; seconds: number }): boolean {
  const ceiling = ceilingOf(name);
  return points * ceiling.seconds > ceiling.points * seconds;
}
