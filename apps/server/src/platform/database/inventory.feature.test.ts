import { sql } from "kysely";
import { expect, test } from "vitest";
import { inventory } from "../../start/inventory.ts";
import { openWorld } from "../../testing/world.ts";

type Person = { by: Record<string, string>; as: string; onErasure: { does: string } };
type ForeignKey = { child: string; column: string; parent: string; action: "none" | "cascade" | "set null" };

const world = await openWorld();
const people = new Map(
  Object.entries<{ people: readonly Person[] }>(inventory.tables).map(([table, entry]) => [table, entry.people]),
);

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every foreign key of the product's tables. */
async function listForeignKeys(): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select child.relname as child, attname as column, parent.relname as parent,
      case confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'none' end as action
    from pg_constraint
    join pg_class child on child.oid = conrelid
    join pg_class parent on parent.oid = confrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and child.relnamespace = 'public'::regnamespace`.execute(world.owner);
  return rows.map(({ child, column, parent, action }) => {
    return { child: camelCase(child), column: camelCase(column), parent: camelCase(parent), action };
  });
}

const keys = await listForeignKeys();
const isDeleted = (person: Person) => person.as === "staff" || person.onErasure.does === "delete";
/** Whether an erasure deletes rows of a table. The objects of photos go by a job that waits for the last reference. */
const losesRows = (table: string) =>
  table !== "photoObject" && (people.get(table) ?? []).some(({ onErasure }) => onErasure.does === "delete");

test("[T53] each reference to a member is in the inventory as a person of the row", () => {
  const toMembers = keys.filter(({ parent }) => parent === "member");
  expect(toMembers.length).toBeGreaterThan(50);
  const isDeclared = ({ child, column }: ForeignKey) => (people.get(child) ?? []).some(({ by }) => by.id === column);
  expect(toMembers.filter((key) => !isDeclared(key))).toEqual([]);
});

test("[T53] what an erasure deletes takes nothing along that must stay, and nothing that stays refers to it", () => {
  const toDeleted = keys.filter(({ parent, action }) => losesRows(parent) && action !== "set null");
  expect(toDeleted.length).toBeGreaterThan(0);
  expect(toDeleted.filter(({ child }) => !(people.get(child) ?? []).every(isDeleted))).toEqual([]);
});
