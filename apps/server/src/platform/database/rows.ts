import type pg from "pg";

/** The ids of PostgreSQL's types json and jsonb, whose values have keys of their own. */
const JSON_TYPES = [114, 3802];

/** Turns the driver's answer into rows; the names of columns, and the keys in JSON, become camelCase. */
export function makeRows({ rows, fields }: pg.QueryArrayResult<unknown[]>): object[] {
  const keys = fields.map(({ name }) => toCamelCase(name));
  const empty: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, null]));
  const nested = fields.flatMap(({ dataTypeID }, index) => (JSON_TYPES.includes(dataTypeID) ? [index] : []));
  return rows.map((values) => {
    for (const index of nested) values[index] = renameKeys(values[index]);
    // A copy of an object that already has all keys is faster than adding them one by one.
    const row = { ...empty };
    for (const [index, key] of keys.entries()) row[key] = values[index];
    return row;
  });
}

function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamelCase(key), renameKeys(inner)]));
}

const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
