import type { Config } from "../config.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./database/database.ts";
import type { GroupLanes } from "./group-lane.ts";
import type { PhotoProcessor } from "./images/photo-processor.ts";
import type { Lane } from "./lane.ts";
import type { LiveBus } from "./live-bus.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mailer.ts";
import type { PhotoLinks } from "./photo-links.ts";
import type { Pusher } from "./push.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Storage } from "./storage/storage.ts";

/** The product as its operator runs it. */
export type Site = {
  /** Where members reach it, such as "https://caramelo.example": links in mails begin with it, never with what a request says. */
  origin: string;
  /** New accounts, and changed addresses, wait until a mailed link was opened. */
  confirmsEmails: boolean;
};

/** What handlers and jobs may use; `openContext` builds it, and tests put what they choose in its place. */
export type Context = {
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  photoProcessor: PhotoProcessor;
  /** Whoever holds photos in memory does so in here. */
  photoLane: Lane;
  photoLinks: PhotoLinks;
  groups: GroupLanes;
  live: LiveBus;
  mailer: Mailer;
  pusher: Pusher;
  site: Site;
  limits: Record<keyof Config["limits"], RateLimit>;
};
