import type { PeopleRequest, Person } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { presenceOf } from "../presence/rules.ts";
import { presenceAt } from "./cards.ts";
import type { Followed } from "./follow-changes.ts";
import { listWriters } from "./index-queries.ts";
import { personAt } from "./rules/person-at.ts";
import { findSlot, idBytes } from "./rules/slot-table.ts";
import type { Viewer } from "./viewers.ts";

type Deps = { db: Db; followed: Followed; viewer: Viewer; cityIds: readonly number[] };

/** Those of the members who are kept and not hidden from the viewer, by their ids. */
export async function findPeople(
  { db, followed: { store, classes }, viewer, cityIds }: Deps,
  { ids, viewerId, now, needsPresence }: PeopleRequest,
): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const id of ids) {
    const slot = viewer.hidden.has(id) ? undefined : findSlot(store.table, idBytes(id));
    if (slot === undefined) continue;
    const facts = personAt(store, slot, { id, now, cityIds });
    people.set(id, { ...facts, presence: presenceAt(store, classes, slot), isFavorite: viewer.favorites.has(id) });
  }
  const peers = needsPresence ? [...people.keys()].filter((id) => viewer.peers.has(id)) : [];
  if (peers.length === 0) return people;
  // Whoever has written to the viewer is shown as they are now.
  for (const { id, ...facts } of await listWriters(db, viewerId, peers)) {
    const person = people.get(id);
    if (person) person.presence = presenceOf(facts, now);
  }
  return people;
}
