import type { Batchers } from "./batcher.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./database/database.ts";
import type { PhotoProcessor } from "./images/photo-processor.ts";
import type { LiveBus } from "./live-bus.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mailer.ts";
import type { PageCursors } from "./page-cursor.ts";
import type { Payments } from "./payments/provider.ts";
import type { PhotoLinks } from "./photo-links.ts";
import type { Pusher } from "./push.ts";
import type { ShortCache } from "./short-cache.ts";
import type { Storage } from "./storage/storage.ts";

/** What the operator decided about the site. */
export type Site = {
  /** The address of the site, such as "https://caramelo.example". Links in mails begin with it, never with a header of a request. */
  origin: string;
  /** New accounts, and changed addresses, wait until a mailed link was opened. */
  confirmsEmails: boolean;
};

/**
 * Bounds how many different profiles a member is shown in a day. Both count the profiles, and fail with
 * DAILY_PROFILES_REACHED when the day's number had been reached before them. Staff are not counted.
 */
export type ProfileAllowance = {
  /** For a page of cards: the page with which the number is reached is still shown. */
  takePage(viewer: Viewer, ids: readonly string[], now: Date): Promise<void>;
  /** For one profile. One that was shown today, and one's own, may be opened again. */
  takeOne(viewer: Viewer, id: string, now: Date): Promise<void>;
};
type Viewer = { id: string; isAdmin: boolean };

/** How many profiles each tab of discovery shows under a filter. */
export type DiscoveryCounts = { all: number; highlighted: number; new: number };

/** The dependencies of handlers and jobs. `openContext` builds them; tests replace some. */
export type Context = {
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  photoProcessor: PhotoProcessor;
  photoLinks: PhotoLinks;
  pageCursors: PageCursors;
  profileAllowance: ProfileAllowance;
  discoveryCounts: ShortCache<DiscoveryCounts>;
  batchers: Batchers;
  live: LiveBus;
  mailer: Mailer;
  pusher: Pusher;
  payments: Payments;
  site: Site;
};
