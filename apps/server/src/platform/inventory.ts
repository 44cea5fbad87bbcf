import type { CategoryName } from "@caramelo/contract/personal-data/categories";
import type { Law } from "@caramelo/contract/personal-data/laws";
import type { PeriodName } from "@caramelo/contract/personal-data/periods";
import type { SelectType } from "kysely";
import type { JobName } from "./database/jobs.ts";
import type { DB } from "./database/types.generated.ts";

// The possible declarations of the inventory. Each feature declares its stored data in its `inventory.ts`, and
// `start/inventory.ts` gathers them.

/** A table of ours. Those of the job queue hold the jobs, which are declared by their kind. */
export type TableName = Exclude<keyof DB, `graphileWorker.${string}`>;

type Column<Table extends TableName> = Extract<keyof DB[Table], string>;

/**
 * How an export treats a column: `exported` unchanged; `person` as the name under which the member may see that person,
 * because no id of another leaves; `concealed` not at all, because the member must not learn who that is; `secret` not
 * at all, because it opens or proves something; `internal` not at all, because it concerns no person, or for the given
 * reason.
 */
export type ColumnUse = "exported" | "person" | "concealed" | "secret" | "internal";

/** How a row names a person. */
type Address<Table extends TableName> =
  | { id: Column<Table> }
  | { email: Column<Table> }
  /**
   * With `unless` the address counts only where that column is null; elsewhere the row names its person by that column.
   */
  | { email: Column<Table>; unless: Column<Table> }
  /** A keyed hash of the member's id. */
  | { hash: Column<Table> }
  /** A text that begins with the member's id. */
  | { prefix: Column<Table> }
  /** The id of a row of another table, whose person this is. */
  | { row: Column<Table>; of: TableName };

/**
 * How long something stays after an erasure: for a period, until a decision, until the counterpart erases the account
 * as well, or for good.
 */
type Until = PeriodName | "decision" | "counterpart" | "never";

type Replacement<Value> = null extends Value ? null | "placeholder" : "placeholder";

type Erasure<Table extends TableName> =
  | { does: "delete" }
  /** The row stays without identifying data. A placeholder identifies nobody, and fits the column's constraints. */
  | { does: "anonymise"; set: { [C in Column<Table>]?: Replacement<SelectType<DB[Table][C]>> } }
  | { does: "keep"; because: string; law: Law; until: Until };

/**
 * A person of a row. The row is data of its `holder` and part of their export. It is also about its `counterpart`, and
 * was written or decided by its `staff`.
 */
type Person<Table extends TableName> = {
  by: Address<Table>;
  as: "holder" | "counterpart" | "staff";
  onErasure: Erasure<Table>;
};

/** A time in a row: in a column, the first of several columns, or in the row of another table. */
type Since<Table extends TableName> =
  | Column<Table>
  | readonly Column<Table>[]
  | { [Other in TableName]: { of: Other; column: Column<Other> } }[TableName];

/** How a row ends by itself or, with `clears`, the content of some of its columns. */
type End<Table extends TableName> =
  /** A job deletes it this long after the given time. */
  | { after: PeriodName; since: Since<Table>; job: JobName; clears?: readonly Column<Table>[] }
  /** It is deleted with a row of another table; with `member` it stays as long as the account. */
  | { with: TableName }
  /** Its use deletes it; `job` if a job does so. */
  | { when: string; job?: JobName; clears?: readonly Column<Table>[] }
  | { never: string };

type TableEntry<Table extends TableName> = {
  /** The data category on the privacy page; `none` when no row is about a person. */
  category: CategoryName | "none";
  columns: { [C in Column<Table>]: ColumnUse };
  people: readonly Person<Table>[];
  /** Whether the export contains the rows of their holder, one by one or as a feature presents them. */
  export: "rows" | { presented: string } | { not: string };
  ends: readonly End<Table>[];
};

/** The entries of some tables. A missing table or column, and one that does not exist, does not compile. */
export type TablesOf<Name extends TableName> = { [Table in Name]: TableEntry<Table> };

/**
 * The meaning of a field of a job's payload. An id of a `row` refers to a table, whose entry names the row's person.
 */
export type PayloadUse = "member" | "email" | "photo" | "device" | "row" | "internal";

/** A kind of job. The entry of the queue has what all kinds have in common. */
export type JobEntry = { category: CategoryName | "none"; payload: Readonly<Record<string, PayloadUse>> };

/** Data outside of the tables: files, keys of Redis, the queue. */
export type StoreEntry = {
  category: CategoryName | "none";
  holds: string;
  /** How it names a person; undefined when it names none. */
  names: "member id" | "hash of a member id" | "hash of an address" | "row of the database" | undefined;
  export: { by: TableName } | { not: string };
  onErasure: { does: "delete" } | { does: "keep"; because: string; law: Law; until: Until };
  ends: { after: PeriodName; job: JobName } | { with: TableName } | { when: string; job?: JobName } | { never: string };
};

/** An entry for code that walks through all tables: names of columns are only texts. */
export type AnyPerson = {
  by: Partial<Record<"id" | "email" | "unless" | "hash" | "prefix" | "row" | "of", string>>;
  as: "holder" | "counterpart" | "staff";
  onErasure: {
    does: "delete" | "anonymise" | "keep";
    until?: Until;
    set?: Readonly<Record<string, null | "placeholder" | undefined>>;
  };
};
export type AnyTables = Readonly<Record<string, { people: readonly AnyPerson[] }>>;

/** The stored data of the product, for exports and erasures. `start/inventory.ts` derives it. */
export type KeptData = {
  tables: TablesOf<TableName>;
  /** The tables whose rows represent files: the jobs that sweep the files remove both. */
  sweptTables: ReadonlySet<string>;
  jobFields: { task: string; field: string; isAddress: boolean }[];
};
