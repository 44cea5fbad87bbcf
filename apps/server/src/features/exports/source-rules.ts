import type { CategoryName } from "@caramelo/contract/personal-data/categories";
import type { ColumnUse, TableName, TablesOf } from "../../platform/inventory.ts";

export type Tables = TablesOf<TableName>;

/**
 * The way a row names its holder: by the member's id, by their e-mail where the column `unless` is null, or through the
 * row of another table.
 */
export type HolderAddress =
  | { id: string }
  | { email: string; unless: string | undefined }
  | { row: string; of: TableName; holders: readonly HolderAddress[] };

/** A table of the export: its columns, those that name a person, and how it finds the member's rows. */
export type Source = {
  table: TableName;
  category: CategoryName;
  columns: readonly string[];
  people: readonly string[];
  holders: readonly HolderAddress[];
  isPresented: boolean;
};

// An entry of any table, whose columns are then only names.
type AnyEntry = {
  category: CategoryName | "none";
  columns: Readonly<Record<string, ColumnUse>>;
  people: readonly { by: Readonly<Record<string, string>>; as: string }[];
  export: "rows" | { presented?: string; not?: string };
};

/** The tables that the export has, in the order of the inventory. */
export function listSources(tables: Tables): Source[] {
  return Object.entries<AnyEntry>(tables).flatMap(([table, entry]) => {
    const isPresented = entry.export !== "rows" && entry.export.presented !== undefined;
    if (entry.category === "none" || (entry.export !== "rows" && !isPresented)) return [];
    const columns = columnsOf(entry, ["exported", "person"]);
    const people = columnsOf(entry, ["person"]);
    // The keys of the inventory are the names of the tables.
    const name = table as TableName;
    const holders = listHolders(tables, name);
    return [{ table: name, category: entry.category, columns, people, holders, isPresented }];
  });
}

const columnsOf = ({ columns }: AnyEntry, uses: ColumnUse[]): string[] =>
  Object.keys(columns).filter((column) => uses.some((use) => use === columns[column]));

/** How rows of a table name the member. An address that only a feature can read is left to its presenter. */
function listHolders(tables: Tables, table: TableName): HolderAddress[] {
  const { people }: AnyEntry = tables[table];
  return people.flatMap(({ by, as }): HolderAddress[] => {
    if (as !== "holder") return [];
    if (by.id !== undefined) return [{ id: by.id }];
    if (by.email !== undefined) return [{ email: by.email, unless: by.unless }];
    if (by.row === undefined) return [];
    // The entries name only tables.
    const of = by.of as TableName;
    return [{ row: by.row, of, holders: listHolders(tables, of) }];
  });
}

/** The field of the export for a column: a person's column becomes a name, without the id. */
export const fieldOf = (column: string, { people }: Pick<Source, "people">): string =>
  people.includes(column) ? column.replace(/Id$/, "") : column;

/** The file of a table in the ZIP. Names of tables have letters only. */
export const fileOf = (table: string): string =>
  `dados/${table.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;

/** Where the picture of a photo lies in the ZIP, by the random part of its name, which is hexadecimal. */
export const pictureOf = (name: string): string => `fotos/${name.replaceAll(/[^0-9a-f]/g, "")}.webp`;
