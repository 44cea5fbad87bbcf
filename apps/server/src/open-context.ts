import { join } from "node:path";
import type { Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/database.ts";
import { startPhotoProcessor } from "./platform/images/photo-processor.ts";
import type { Log } from "./platform/log.ts";
import { openPhotoLinks } from "./platform/photo-links.ts";
import { openRateLimit } from "./platform/rate-limit.ts";
import { openLocalStorage } from "./platform/storage/storage.ts";

/** Builds what handlers and jobs work with. Its photo processor must be closed. */
export async function openContext({ config, log, db }: { config: Config; log: Log; db: Db }): Promise<Context> {
  const secret = await db
    .selectFrom("secret")
    .where("name", "=", "photo-links")
    .select("value")
    .executeTakeFirstOrThrow();
  const { signInAccount, signInAddress, signUpAddress } = config.limits;
  return {
    db,
    log,
    clock: systemClock,
    storage: openLocalStorage(join(config.dataDir, "storage")),
    photoProcessor: startPhotoProcessor({ onLoss: (loss) => log.warn({ loss }, "photo worker ended") }),
    photoLinks: openPhotoLinks(secret.value),
    limits: {
      signInAccount: openRateLimit("sign-in-account", signInAccount),
      signInAddress: openRateLimit("sign-in-address", signInAddress),
      signUpAddress: openRateLimit("sign-up-address", signUpAddress),
    },
  };
}
