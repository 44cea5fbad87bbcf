import { join } from "node:path";
import type { Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/database.ts";
import { openGroupLanes } from "./platform/group-lane.ts";
import { startPhotoProcessor } from "./platform/images/photo-processor.ts";
import { openLane } from "./platform/lane.ts";
import { openLiveBus } from "./platform/live-bus.ts";
import type { Log } from "./platform/log.ts";
import { openPhotoLinks } from "./platform/photo-links.ts";
import { openRateLimit } from "./platform/rate-limit.ts";
import { openLocalStorage } from "./platform/storage/storage.ts";

// The photo processor works on two photos; a third member's are read or stored meanwhile.
const PHOTO_LANE = { places: 3, waiting: 60 };

/** Builds what handlers and jobs work with. Its photo processor must be closed. */
export async function openContext({ config, log, db }: { config: Config; log: Log; db: Db }): Promise<Context> {
  const secret = await db
    .selectFrom("secret")
    .where("name", "=", "photo-links")
    .select("value")
    .executeTakeFirstOrThrow();
  const { signInAccount, signInAddress, signUpAddress, messages, favorites, views, presence } = config.limits;
  return {
    db,
    log,
    clock: systemClock,
    storage: openLocalStorage(join(config.dataDir, "storage")),
    photoProcessor: startPhotoProcessor({ onLoss: (loss) => log.warn({ loss }, "photo worker ended") }),
    photoLane: openLane(PHOTO_LANE),
    photoLinks: openPhotoLinks(secret.value),
    groups: openGroupLanes(),
    live: openLiveBus(),
    limits: {
      signInAccount: openRateLimit("sign-in-account", signInAccount),
      signInAddress: openRateLimit("sign-in-address", signInAddress),
      signUpAddress: openRateLimit("sign-up-address", signUpAddress),
      messages: openRateLimit("messages", messages),
      favorites: openRateLimit("favorites", favorites),
      views: openRateLimit("views", views),
      presence: openRateLimit("presence", presence),
    },
  };
}
