import type { RateLimitName } from "@caramelo/contract/call/rate-limits";
import { periods } from "@caramelo/contract/personal-data/periods";

const DAY_MS = 86_400_000;

/** The limits of the mails that each form for guests sends. They delay a mail and never refuse a form. */
export const acknowledgementLimits = {
  notice: { site: "noticesEverywhere", mailbox: "noticeMailbox" },
  "data-request": { site: "dataRequestsEverywhere", mailbox: "dataRequestMailbox" },
} as const satisfies Record<string, { site: RateLimitName; mailbox: RateLimitName }>;

export type GuestForm = keyof typeof acknowledgementLimits;

/** How many mails a network may have leave that already has others unconfirmed: half of the site's number. */
export const repeatedShare = (points: number): number => Math.ceil(points / 2);

/** A turn from before this moment has ended, whether its mail left or not. */
export const turnsBefore = (now: Date): Date => new Date(now.getTime() - periods.acknowledgements.days * DAY_MS);
