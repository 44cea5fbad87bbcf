import type { TableName } from "../../platform/inventory.ts";
import { inventory } from "../../start/inventory.ts";

// By which column each table would be distributed if the members were spread over several PostgreSQL servers by Citus.
// A table whose inventory names one holder by an id is distributed by that column; all others stand here.

export type Distribution =
  /** The rows of a member lie together, by this column. `missing`: the table has no such column yet. */
  | { by: string; missing?: true; because?: string }
  /** Each server has a copy: small, read everywhere, seldom written. */
  | { reference: string }
  /** Only on the coordinator: few rows, or a queue that everybody shares. */
  | { local: string };

const CASES = "few rows, which the team reads together";
const SHOP = "a few orders a payer; what they grant lies with the member, in the ledger";

const DECLARED: Partial<Record<TableName, Distribution>> = {
  message: { by: "senderId", because: "the sender commits it; the recipient reads a second row (below)" },
  visit: { by: "visitedId", because: "the list of visitors is read far more often than what a member has visited" },
  reaction: { by: "senderId", missing: true, because: "it lies with its message" },
  photoObject: { by: "memberId", missing: true, because: "its name begins with the member's id" },
  accessRecord: { by: "memberKey", because: "it names nobody; nothing is joined with it" },
  refusedSignUp: { by: "memberId" },

  city: { reference: "the same for everybody" },
  ageAssurance: { reference: "one row" },
  consentText: { reference: "a row for each text" },
  secret: { reference: "a few keys" },
  operatorSetting: { reference: "a row for each setting" },
  banMark: { reference: "each sign-up asks all of them" },
  bannedPhoto: { reference: "each upload asks all of them" },

  node: { local: "a row for each process" },
  profileChangeHorizon: { local: "one row" },
  availabilityRun: { local: "a row for each run" },
  mail: { local: "a queue, as that of the jobs" },
  acknowledgement: { local: "a queue of mails to guests" },
  alarm: { local: "a queue" },
  passkeyChallenge: { local: "lives for five minutes" },
  auditEntry: { local: "one chain of hashes, so one writer at a time" },
  operatorSettingChange: { local: "history of the settings" },
  authorityRequest: { local: CASES },
  dailyStatistic: { local: "a row for each day" },
  quarterFigure: { local: "a row for each figure" },
  backupRun: { local: "a row for each backup" },
  report: { local: CASES },
  reportCase: { local: CASES },
  caseMessage: { local: CASES },
  casePhoto: { local: CASES },
  caseProfile: { local: CASES },
  automaticHide: { local: CASES },
  measure: { local: CASES },
  notice: { local: CASES },
  dataRequest: { local: CASES },
  verificationRequest: { local: CASES },
  verificationDocument: { local: CASES },
  productOrder: { local: SHOP },
  orderEvent: { local: SHOP },
  moneyReturn: { local: SHOP },
  paymentWebhook: { local: SHOP },
  pixCharge: { local: SHOP },
  withdrawalReview: { local: SHOP },
  sandboxPayment: { local: SHOP },
  sandboxReturn: { local: SHOP },
};

type Entry = { people: readonly { by: object; as: string }[]; columns: object };
const entries: [string, Entry][] = Object.entries(inventory.tables);

function derive(table: string, { people }: Entry): Distribution {
  const ids = people.flatMap(({ by, as }) => (as === "holder" && "id" in by ? [String(by.id)] : []));
  const [id] = ids;
  if (id === undefined || ids.length > 1) throw new Error(`say in keys.ts how the table ${table} is distributed`);
  return { by: id };
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** How each table is distributed, by its name in the database, with names of columns as there. */
export const distributions: ReadonlyMap<string, Distribution> = new Map(
  entries.map(([table, entry]) => {
    const own = Object.entries(DECLARED).find(([name]) => name === table)?.[1] ?? derive(table, entry);
    return [snakeCase(table), "by" in own ? { ...own, by: snakeCase(own.by) } : own];
  }),
);

/** The columns of each table. */
export const tableColumns: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  entries.map(([table, { columns }]) => [snakeCase(table), new Set(Object.keys(columns).map(snakeCase))]),
);
