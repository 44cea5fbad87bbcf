import * as audit from "../base/audit/inventory.ts";
import * as mail from "../base/mail/inventory.ts";
import * as members from "../base/members/inventory.ts";
import * as money from "../base/money/inventory.ts";
import * as pairs from "../base/pairs/inventory.ts";
import * as sessions from "../base/sessions/inventory.ts";
import * as accounts from "../features/accounts/inventory.ts";
import * as backup from "../features/backup/inventory.ts";
import * as bans from "../features/bans/inventory.ts";
import * as billing from "../features/billing/inventory.ts";
import * as cities from "../features/cities/inventory.ts";
import * as discovery from "../features/discovery/inventory.ts";
import * as exports from "../features/exports/inventory.ts";
import * as messaging from "../features/messaging/inventory.ts";
import * as moderation from "../features/moderation/inventory.ts";
import * as notifications from "../features/notifications/inventory.ts";
import * as operator from "../features/operator/inventory.ts";
import * as personalData from "../features/personal-data/inventory.ts";
import * as photos from "../features/photos/inventory.ts";
import * as pix from "../features/pix/inventory.ts";
import * as presence from "../features/presence/inventory.ts";
import * as sandbox from "../features/sandbox/inventory.ts";
import * as statistics from "../features/statistics/inventory.ts";
import * as transparency from "../features/transparency/inventory.ts";
import * as verification from "../features/verification/inventory.ts";
import * as visits from "../features/visits/inventory.ts";
import * as database from "../platform/database/inventory.ts";
import type { JobEntry, KeptData, StoreEntry, TableName, TablesOf } from "../platform/inventory.ts";
import { redisKeys } from "../platform/nodes/inventory.ts";
import { fileStores, log } from "../platform/storage/inventory.ts";
import { jobs } from "./jobs.ts";

/** The stored data of the product. A table or column that no feature declares does not compile here. */
type Inventory = {
  tables: TablesOf<TableName>;
  jobs: Record<string, JobEntry>;
  /** The data outside of the tables. */
  stores: Record<string, StoreEntry>;
};

export const inventory: Inventory = {
  tables: {
    ...audit.tables,
    ...mail.tables,
    ...members.tables,
    ...money.tables,
    ...pairs.tables,
    ...sessions.tables,
    ...accounts.tables,
    ...backup.tables,
    ...bans.tables,
    ...billing.tables,
    ...cities.tables,
    ...discovery.tables,
    ...exports.tables,
    ...messaging.tables,
    ...moderation.tables,
    ...notifications.tables,
    ...operator.tables,
    ...personalData.tables,
    ...photos.tables,
    ...pix.tables,
    ...presence.tables,
    ...sandbox.tables,
    ...statistics.tables,
    ...transparency.tables,
    ...verification.tables,
    ...visits.tables,
    ...database.tables,
  },
  jobs: Object.fromEntries(
    jobs.map(({ name, payload }) => [name, { category: payload?.category ?? "none", payload: payload?.holds ?? {} }]),
  ),
  stores: { ...fileStores, ...redisKeys, log, "job queue": database.queue },
};

/** The tables whose rows stand for files, and end with them. */
const sweptTables = new Set(
  Object.values(inventory.stores).flatMap((store) =>
    "with" in store.ends && "place" in store ? [store.ends.with] : [],
  ),
);

export const keptData: KeptData = {
  tables: inventory.tables,
  sweptTables,
  jobFields: Object.entries(inventory.jobs).flatMap(([task, { payload }]) =>
    Object.entries(payload).flatMap(([field, use]) =>
      use === "member" || use === "email" ? [{ task, field, isAddress: use === "email" }] : [],
    ),
  ),
};
