import type { Thing } from "@caramelo/contract/call/names";
import { grant } from "../entitlements.ts";
import { makeConversation } from "../pairs.ts";
import { makeMember } from "../people.ts";
import type { World } from "../world.ts";
import { type Caller, callerFacts, isStaff, openCaller } from "./callers.ts";
import type { CellRelation } from "./expected.ts";
import { makeMissing, makeThing, type Person } from "./things.ts";

type PersonRelation = Exclude<CellRelation, "missing">;
export type Actors = Awaited<ReturnType<typeof makeActors>>;

/**
 * Makes a caller. The others and their things are made on first use, and stay the same from then on.
 */
export async function makeActors(world: World, caller: Caller) {
  const { browser, ...member } = await openCaller(world, caller);
  const { isPoor, isManaged } = callerFacts[caller];
  const own: Person = { ...member, ...(isManaged && { isManaged }) };
  if (!isStaff(caller) && !isPoor && !isManaged) await givePremium(world, own.id);
  const person = remember((relation: PersonRelation) =>
    relation === "own" ? Promise.resolve(own) : makeOther(world, own, relation),
  );
  const thingsBy = remember((relation: CellRelation) =>
    Promise.resolve(remember((kind: Thing) => makeOwned(world, person, kind, relation))),
  );
  /** The values by which a call names a thing of this kind: several for a kind of which calls take lists. */
  const thing = async (kind: Thing, relation: CellRelation) => (await thingsBy(relation))(kind);
  return { caller, browser, person, thing };
}

type FindPerson = (relation: PersonRelation) => Promise<Person>;

async function makeOwned(world: World, person: FindPerson, kind: Thing, relation: CellRelation): Promise<string[]> {
  if (relation === "missing") return makeMissing(kind);
  const peer = await person(relation === "own" ? "counterpart" : "own");
  return makeThing(world, { kind, relation, member: await person(relation), peer });
}

/** Makes another person. All but strangers have written to the caller; staff get no messages. */
async function makeOther(world: World, own: Person, relation: PersonRelation): Promise<Person> {
  const ofStranger = own.role === "admin" ? "daddy" : own.role;
  const opposite = own.role === "baby" ? "daddy" : "baby";
  const other = await makeMember(world.owner, { role: relation === "stranger" ? ofStranger : opposite });
  await givePremium(world, other.id);
  if (own.role === "admin" || relation === "stranger") return other;
  await makeConversation(world.owner, other.id, own.id);
  if (relation === "blocker") await block(world, other.id, own.id);
  if (relation === "blocked") await block(world, own.id, other.id);
  return other;
}

const givePremium = ({ owner }: World, id: string) => grant(owner, { id }, { hasCourtesyPremium: true });

/** Stores the rows that a block of one member by the other leaves behind. */
async function block({ owner }: World, blockerId: string, blockedId: string): Promise<void> {
  await owner.insertInto("block").values({ blockerId, blockedId, blockedName: "Ana", createdAt: new Date() }).execute();
  const pairs = [
    { viewerId: blockerId, otherId: blockedId },
    { viewerId: blockedId, otherId: blockerId },
  ];
  await owner.insertInto("hiddenPair").values(pairs).execute();
}

/** Makes the value of each key once. */
function remember<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const madeValues = new Map<K, Promise<V>>();
  return (key) => {
    const value = madeValues.get(key) ?? make(key);
    madeValues.set(key, value);
    return value;
  };
}
