import { brand } from "@caramelo/contract/brand/brand";
import { COUNTS_KEPT_MS } from "@caramelo/contract/limits";
import type { WorkKind } from "@caramelo/contract/statistics/work-kinds";
import { openMailCircuits } from "../base/mail/mail-circuits.ts";
import { openRandomPeople } from "../demo/random-people.ts";
import { findOrderWork } from "../features/billing/staff-queries.ts";
import { findWithdrawalWork } from "../features/billing/withdrawal-queries.ts";
import { openDiscoveryIndex } from "../features/discovery/discovery-index.ts";
import { findAppealWork, findNoticeWork, findReportWork } from "../features/moderation/queries/counts.ts";
import { findDataRequestWork } from "../features/personal-data/data-request-queries.ts";
import { findVerificationWork } from "../features/verification/staff-queries.ts";
import { openBatchers } from "../platform/concurrency/batcher.ts";
import type { Context, PendingWork, WaitingWork } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { openPageCursors } from "../platform/database/page-cursor.ts";
import { readSecret } from "../platform/database/read-secret.ts";
import type { Replicas } from "../platform/database/replicas.ts";
import { openMailer, senderOf } from "../platform/delivery/mailer.ts";
import { openPusher } from "../platform/delivery/pusher.ts";
import { startPhotoProcessor } from "../platform/images/photo-processor.ts";
import { openLiveBus } from "../platform/live/live-bus.ts";
import type { Log } from "../platform/log.ts";
import { openShortCache } from "../platform/memory/short-cache.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { openSharedCounts } from "../platform/nodes/shared-count.ts";
import { openSealer } from "../platform/secrets/sealer.ts";
import { openBanKeys } from "../platform/secrets/tokens.ts";
import type { SessionCache } from "../platform/sessions/session-cache.ts";
import { openDocumentVault } from "../platform/storage/document-vault.ts";
import { openExportVault } from "../platform/storage/export-vault.ts";
import { openDisk } from "../platform/storage/folders.ts";
import { placeOf } from "../platform/storage/inventory.ts";
import { openPhotoCache, removePhotoCache } from "../platform/storage/photo-cache.ts";
import { openPhotoLinks } from "../platform/storage/photo-links.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { openStores } from "../platform/storage/stores.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Config } from "./config.ts";
import { describeJob } from "./jobs.ts";
import type { Node } from "./open-node.ts";
import { openProviders } from "./open-providers.ts";
import { noteTold } from "./open-replicas.ts";
import { openProfileAllowance } from "./profile-allowance.ts";
import { openSiteSettings } from "./site-settings.ts";

/** Where each kind of pending work is counted: a function of the feature to which the work belongs. */
const SOURCES: Record<WorkKind, (db: Db, now: Date) => Promise<WaitingWork>> = {
  reports: findReportWork,
  verifications: findVerificationWork,
  notices: findNoticeWork,
  appeals: findAppealWork,
  dataRequests: findDataRequestWork,
  withdrawals: findWithdrawalWork,
  orders: findOrderWork,
};

function openPendingWork(db: Db): PendingWork {
  return { find: (kind, now) => SOURCES[kind](db, now) };
}

// Each cached count of discovery takes about 300 bytes.
const COUNTS_KEPT = 20_000;

type Options = {
  config: Config;
  log: Log;
  db: Db;
  sends: Db;
  node?: Node | undefined;
  replicas?: Replicas | undefined;
  sessions: SessionCache;
  metrics?: Metrics | undefined;
};

/** Builds the dependencies of handlers and jobs. The caller must close `photoProcessor` and `randomPeople`. */
export async function openContext(options: Options): Promise<Context> {
  const { config, log, db, sends, node, replicas, sessions, metrics } = options;
  const siteSettings = await openSiteSettings({ config, db });
  const sealer = await openSealer(config);
  const stores = await openStores(config);
  const photoLinks = openPhotoLinks(await readSecret(db, "photo-links"));
  const discoveryIndex = openDiscoveryIndex({ db, log, photoLinks, replicas });
  const live = node?.live ?? openLiveBus();
  return {
    db,
    sends,
    replicas,
    log,
    clock: systemClock,
    sessions,
    storage: await cachePhotos(stores.photos, config),
    documentVault: openDocumentVault(stores.documents, sealer),
    exportVault: openExportVault(stores.exports, sealer),
    erasureList: stores.erasureList,
    photoProcessor: startPhotoProcessor({
      onLoss: (loss) => {
        log.warn({ loss }, "photo worker ended");
        metrics?.countLostWorker(loss);
      },
    }),
    photoLinks,
    sealer,
    pageCursors: openPageCursors(await readSecret(db, "page-cursors")),
    banKeys: openBanKeys(await readSecret(db, "ban-marks")),
    profileAllowance: openProfileAllowance({
      db,
      log,
      numbers: () => siteSettings.inForce().profilesADay,
      shared: node && openSharedCounts(node.redis),
    }),
    discoveryCounts: openShortCache({ keepMs: COUNTS_KEPT_MS, max: COUNTS_KEPT }),
    discoveryIndex,
    keptPeople: discoveryIndex.people,
    batchers: openBatchers(),
    live: replicas ? noteTold(live, replicas) : live,
    nodeId: node?.id,
    redisState: () => stateOf(node),
    mailer: openMailer({
      smtpUrl: config.smtpUrl,
      from: () => config.mailFrom ?? senderOf(brand.name, brand.supportEmail),
    }),
    mailCircuits: openMailCircuits(systemClock),
    pusher: openPusher({
      privateKey: await readSecret(db, "vapid"),
      contact: () => `mailto:${brand.supportEmail}`,
      services: config.pushServices,
    }),
    payments: await openProviders({ config, log, db }),
    describeJob,
    pendingWork: openPendingWork(db),
    disk: openDisk(config.dataDir),
    site: {
      origin: config.origin,
      get confirmsEmails() {
        return siteSettings.inForce().switches.confirmsEmails;
      },
      requiresFactor: config.requiresFactor,
      ageAssurance: config.ageAssurance,
    },
    siteSettings,
    randomPeople: openRandomPeople(),
  };
}

/**
 * Photos in a local folder need no local copy. Without a cache, nothing would remove from its folder what members
 * remove.
 */
async function cachePhotos(photos: Storage, { s3, dataDir, photoCacheBytes }: Config): Promise<Storage> {
  const folder = placeOf(dataDir, "photoCache");
  if (s3 && !s3.isRetired && photoCacheBytes > 0) return openPhotoCache(photos, { folder, maxBytes: photoCacheBytes });
  await removePhotoCache(folder);
  return photos;
}

function stateOf(node: Node | undefined): "unused" | "connected" | "lost" {
  if (!node) return "unused";
  return node.redis.isConnected() ? "connected" : "lost";
}
