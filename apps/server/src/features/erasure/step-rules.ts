import type { AnyPerson, AnyTables } from "../../platform/inventory.ts";

/** One step's action on the rows of a table that name the member as this person. */
export type Step = {
  /**
   * The name of the step, such as "photo by memberId". A process that continues another's work finds its position by
   * it.
   */
  name: string;
  table: string;
  does: "delete" | "anonymise" | "release";
  person: AnyPerson;
};

/** Rows of one table refer to rows of another one. */
export type Reference = { from: string; to: string };

/** The table whose rows have the address and the key of a member, so that everything else is erased before it. */
const LAST = "member";

/**
 * The steps of an erasure: one for each table and person reference of the inventory that is deleted, anonymised or
 * released, children before their parents and otherwise by name. `release` marks rows that stay until the counterpart
 * is erased too. The rows of `sweptTables` stand for files; a job removes both once nothing refers to them.
 * @throws when tables refer to each other in a circle
 */
export function listSteps(
  tables: AnyTables,
  references: readonly Reference[],
  sweptTables: ReadonlySet<string>,
): Step[] {
  const orderedTables = orderTables(Object.keys(tables), [...references, ...listNamedRows(tables)]);
  return orderedTables
    .filter((table) => !sweptTables.has(table))
    .flatMap((table) => stepsOf(table, tables[table]?.people ?? []));
}

function stepsOf(table: string, people: readonly AnyPerson[]): Step[] {
  const steps = people.flatMap((person): Step[] => {
    const does = workOf(person);
    return does ? [{ name: `${table} by ${Object.values(person.by)[0]}`, table, does, person }] : [];
  });
  // Rows to release are found by rows that are deleted afterwards.
  return [...steps.filter(({ does }) => does === "release"), ...steps.filter(({ does }) => does !== "release")];
}

function workOf({ as, onErasure }: AnyPerson): Step["does"] | undefined {
  // Staff accounts are not erased.
  if (as === "staff") return undefined;
  if (onErasure.does !== "keep") return onErasure.does;
  return onErasure.until === "counterpart" ? "release" : undefined;
}

/** The persons that are found by a row of another table, which must still exist; and all before the member. */
const listNamedRows = (tables: AnyTables): Reference[] =>
  Object.entries(tables).flatMap(([from, { people }]) => [
    { from, to: LAST },
    ...people.flatMap(({ by }) => (by.of === undefined ? [] : [{ from, to: by.of }])),
  ]);

/** Sorts tables so that each comes before those it refers to, and otherwise by name. */
export function orderTables(tables: readonly string[], references: readonly Reference[]): string[] {
  const waitingTables = new Set(tables.toSorted());
  const isFree = (table: string) =>
    !references.some(({ from, to }) => to === table && from !== table && waitingTables.has(from));
  const orderedTables: string[] = [];
  while (waitingTables.size > 0) {
    const next = [...waitingTables].find(isFree);
    if (next === undefined)
      throw new Error(`these tables refer to each other in a circle: ${[...waitingTables].join(", ")}`);
    waitingTables.delete(next);
    orderedTables.push(next);
  }
  return orderedTables;
}

/** Whether a step removes the address, by which other rows are found. */
export const takesAddress = ({ table }: Step): boolean => table === LAST;

export const isByAddress = ({ person }: Step): boolean => person.by.email !== undefined;

/** The step after a finished one; undefined after the last. A step that no longer exists restarts the walk. */
export function stepAfter(steps: readonly Step[], doneStep: string | null): Step | undefined {
  return steps[steps.findIndex(({ name }) => name === doneStep) + 1];
}
