import { join } from "node:path";
import { brand } from "@caramelo/contract/brand";
import type { Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/database.ts";
import { openGroupLanes } from "./platform/group-lane.ts";
import { startPhotoProcessor } from "./platform/images/photo-processor.ts";
import { openLane } from "./platform/lane.ts";
import { openLiveBus } from "./platform/live-bus.ts";
import type { Log } from "./platform/log.ts";
import { openMailer } from "./platform/mailer.ts";
import { openPhotoLinks } from "./platform/photo-links.ts";
import { openPusher } from "./platform/push.ts";
import { openRateLimit } from "./platform/rate-limit.ts";
import { openLocalStorage } from "./platform/storage/storage.ts";

// The photo processor works on two photos; a third member's are read or stored meanwhile.
const PHOTO_LANE = { places: 3, waiting: 60 };

/** Builds what handlers and jobs work with. Its photo processor must be closed. */
export async function openContext({ config, log, db }: { config: Config; log: Log; db: Db }): Promise<Context> {
  const { limits } = config;
  return {
    db,
    log,
    clock: systemClock,
    storage: openLocalStorage(join(config.dataDir, "storage")),
    photoProcessor: startPhotoProcessor({ onLoss: (loss) => log.warn({ loss }, "photo worker ended") }),
    photoLane: openLane(PHOTO_LANE),
    photoLinks: openPhotoLinks(await readSecret(db, "photo-links")),
    groups: openGroupLanes(),
    live: openLiveBus(),
    mailer: openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
    pusher: openPusher({
      privateKey: await readSecret(db, "vapid"),
      contact: `mailto:${brand.supportEmail}`,
      services: config.pushServices,
    }),
    site: { origin: config.origin, confirmsEmails: config.confirmsEmails },
    limits: {
      signInAccount: openRateLimit("sign-in-account", limits.signInAccount),
      signInAddress: openRateLimit("sign-in-address", limits.signInAddress),
      signUpAddress: openRateLimit("sign-up-address", limits.signUpAddress),
      recovery: openRateLimit("recovery", limits.recovery),
      links: openRateLimit("links", limits.links),
      messages: openRateLimit("messages", limits.messages),
      favorites: openRateLimit("favorites", limits.favorites),
      reports: openRateLimit("reports", limits.reports),
      uploads: openRateLimit("uploads", limits.uploads),
      views: openRateLimit("views", limits.views),
      presence: openRateLimit("presence", limits.presence),
    },
  };
}

/** A key that all nodes of one installation share. */
async function readSecret(db: Db, name: string): Promise<Buffer> {
  const { value } = await db.selectFrom("secret").where("name", "=", name).select("value").executeTakeFirstOrThrow();
  return value;
}
