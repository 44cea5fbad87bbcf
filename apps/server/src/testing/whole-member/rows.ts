import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import type { DB } from "../../platform/database/types.generated.ts";
import type { TableName } from "../../platform/inventory.ts";
import type { World } from "../world.ts";

/** A marker that `fillMember` writes only into columns that must never reach an answer or an export. */
export const HIDDEN_WORD = "segredo-que-nao-sai";
export const makeHiddenBytes = () => Buffer.from(`${HIDDEN_WORD}${randomBytes(8).toString("hex")}`);

export const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes));

export type AddRows = <Table extends TableName>(table: Table, ...rows: Insertable<DB[Table]>[]) => Promise<void>;

export const addRowsTo =
  (owner: World["owner"]): AddRows =>
  async (table, ...rows) => {
    // The builder cannot follow a table that is only known as a parameter.
    for (const row of rows)
      await owner
        .insertInto(table as "favorite")
        .values(row as never)
        .execute();
  };
