import type { QuickPerson } from "@caramelo/contract/accounts/managed";
import type { BrandTexts } from "@caramelo/contract/brand/brand";
import type { RateLimitName } from "@caramelo/contract/call/rate-limits";
import type { MailClass } from "@caramelo/contract/mail/purposes";
import type { ProfilesName, SwitchName } from "@caramelo/contract/operator/site-settings";
import type { WorkKind } from "@caramelo/contract/statistics/work-kinds";
import type { Batchers } from "./concurrency/batcher.ts";
import type { Circuit } from "./concurrency/circuit.ts";
import type { Db } from "./database/database.ts";
import type { PageCursors } from "./database/page-cursor.ts";
import type { Replicas } from "./database/replicas.ts";
import type { Mailer } from "./delivery/mailer.ts";
import type { Pusher } from "./delivery/pusher.ts";
import type { DiscoveryCounts, DiscoveryIndex, KeptPeople } from "./discovery-index.ts";
import type { AgeGate } from "./http/caller.ts";
import type { PhotoProcessor } from "./images/photo-processor.ts";
import type { Rate } from "./limits/rate.ts";
import type { LiveBus } from "./live/live-bus.ts";
import type { Log } from "./log.ts";
import type { ShortCache } from "./memory/short-cache.ts";
import type { Payments } from "./payments/provider.ts";
import type { Sealer } from "./secrets/sealer.ts";
import type { BanKeys } from "./secrets/tokens.ts";
import type { SessionCache } from "./sessions/session-cache.ts";
import type { DocumentVault } from "./storage/document-vault.ts";
import type { ErasureList } from "./storage/erasure-list.ts";
import type { ExportVault } from "./storage/export-vault.ts";
import type { Disk } from "./storage/folders.ts";
import type { PhotoLinks } from "./storage/photo-links.ts";
import type { Storage } from "./storage/storage.ts";
import type { Clock } from "./time/clock.ts";

/** A made-up person. `face` decides the pictures. */
export type RandomPerson = Omit<QuickPerson, "email" | "password" | "city"> & { cityId: number };

export type Sitter = Pick<RandomPerson, "face" | "accountType" | "age">;

/** Draws believable people who do not exist, with drawn pictures. */
export type RandomPeople = {
  /** Returns a made-up person; the same `name`, which is any text, always gives the same one. */
  draw(name: string): RandomPerson;
  /** Returns one picture of a person, as WebP; undefined when the person has fewer pictures. */
  drawPhoto(sitter: Sitter, at: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
};

export type AgeAssurance = "off" | AgeGate;

/** The operator's decisions about the site. */
export type Site = {
  /**
   * The address of the site, such as "https://caramelo.example". Links in mails begin with it, never with a request
   * header.
   */
  origin: string;
  /** New accounts and changed addresses stay unconfirmed until a mailed link has been opened. */
  confirmsEmails: boolean;
  /** Staff can do nothing before they have set up a second factor. */
  requiresFactor: boolean;
  /** The actions that require an assured age: none, messages, or everything except managing one's own data. */
  ageAssurance: AgeAssurance;
};

/** The settings that the operator may change while the product runs, besides the brand and the words of mails. */
export type SiteSettings = {
  limits: Record<RateLimitName, Rate>;
  profilesADay: Record<ProfilesName, number>;
  switches: Record<SwitchName, boolean>;
};

/** The settings that the process was started with, as far as the operator's screen shows them. */
type Environment = SitePresets & {
  /** The environment variables that are set. The settings that they fix cannot be changed while the product runs. */
  fixed: ReadonlySet<string>;
  mode: "demo" | "production";
  smtpUrl: string | undefined;
  databaseUrl: string | undefined;
  pushServices: string[];
};
type SitePresets = Pick<SiteSettings, "limits" | "profilesADay"> & { brand: BrandTexts; confirmsEmails: boolean };

/** The site settings in force and their source: the environment, or the saved values. */
export type SiteSettingsSource = {
  inForce(): SiteSettings;
  /** The saved values by their names, whether in force or not. */
  saved(): ReadonlyMap<string, unknown>;
  /** Reads the settings again and puts them in force. Call it after the commit of a change. */
  reload(): Promise<void>;
  /** Calls the listener now and after every change. */
  subscribe(listener: (settings: SiteSettings) => void): void;
  environment: Environment;
};

/**
 * Bounds how many different profiles a member is shown in a day. Both functions count the profiles, and fail with
 * DAILY_PROFILES_REACHED when the member had already reached the day's number. Staff are not counted.
 */
export type ProfileAllowance = {
  /** Counts the profiles of a page of cards. The page with which the member reaches the number is still shown. */
  takePage(viewer: Viewer, ids: readonly string[], now: Date): Promise<void>;
  /** Counts one profile. A profile that was shown today, and the member's own, may be opened again. */
  takeOne(viewer: Viewer, id: string, now: Date): Promise<void>;
};
type Viewer = { id: string; isAdmin: boolean };

/** How much work of one kind waits for the staff, since when the oldest has waited, and its id where one exists. */
export type WaitingWork = { count: number; oldestAt: Date | null; oldestId: string | null };
export type PendingWork = { find(kind: WorkKind, now: Date): Promise<WaitingWork> };

/** The dependencies of handlers and jobs. `openContext` builds them; tests replace some. */
export type Context = {
  db: Db;
  /**
   * The database for the transactions that store messages. Its statements have one plan for all values and find rows by
   * their keys.
   */
  sends: Db;
  /** The replicas that answer some reads; undefined without DATABASE_READ_URL. */
  replicas: Replicas | undefined;
  clock: Clock;
  log: Log;
  sessions: SessionCache;
  storage: Storage;
  documentVault: DocumentVault;
  exportVault: ExportVault;
  erasureList: ErasureList;
  photoProcessor: PhotoProcessor;
  photoLinks: PhotoLinks;
  sealer: Sealer;
  pageCursors: PageCursors;
  banKeys: BanKeys;
  profileAllowance: ProfileAllowance;
  discoveryCounts: ShortCache<DiscoveryCounts>;
  discoveryIndex: DiscoveryIndex;
  keptPeople: KeptPeople;
  batchers: Batchers;
  live: LiveBus;
  /** The name of this process among several on one database; undefined when the process is the only one. */
  nodeId: string | undefined;
  /** The state of Redis, through which several processes share theirs: `unused` with a single process. */
  redisState: () => "unused" | "connected" | "lost";
  mailer: Mailer;
  /** The circuits between this process and the mail server, one for each class of mail. */
  mailCircuits: Record<MailClass, Circuit>;
  pusher: Pusher;
  payments: Payments;
  /** The description of a job, in Portuguese. */
  describeJob(name: string): string;
  pendingWork: PendingWork;
  disk: Disk;
  randomPeople: RandomPeople;
  site: Site;
  siteSettings: SiteSettingsSource;
};
