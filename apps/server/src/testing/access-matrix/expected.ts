import type { AnyCall } from "@caramelo/contract/call/call";
import { type Names, RELATIONS, type Relation, type Verdict } from "@caramelo/contract/call/names";
import { type Caller, callerFacts, isStaff, refusalFor } from "./callers.ts";

/**
 * The owner of a thing, as the contract names it, with two more: `blocker` is a counterpart who has blocked the caller,
 * `blocked` one whom the caller has blocked.
 */
export const CELL_RELATIONS = [...RELATIONS, "blocker", "blocked"] as const;
export type CellRelation = (typeof CELL_RELATIONS)[number];
export type NamedThing = Exclude<Names, "nothing">;

const isBlock = (relation: CellRelation): relation is "blocker" | "blocked" =>
  relation === "blocker" || relation === "blocked";

/**
 * The answer that a call's own declaration requires for a caller who names a thing. `field` is the field that names
 * it, if it is not the main one; the main one then names the counterpart's.
 */
export function verdictOf(call: AnyCall, caller: Caller, relation: CellRelation, field?: string): Verdict {
  const refusal = refusalFor(call, caller);
  if (refusal) return refusal;
  if (call.names === "nothing") return "ok";
  const besideDeclaration = field === undefined ? undefined : call.names.beside?.[field];
  if (!besideDeclaration) return verdictOfMain(call.names, caller, relation);
  const ofMain = verdictOfMain(call.names, caller, "counterpart");
  // Next to the counterpart's thing, a blocked member's counts as a stranger's.
  return ofMain === "ok" ? besideDeclaration.verdicts[isBlock(relation) ? "stranger" : relation] : ofMain;
}

function verdictOfMain(names: NamedThing, caller: Caller, relation: CellRelation): Verdict {
  const declaredRelation = isBlock(relation) ? "counterpart" : relation;
  // A block hides nothing from staff.
  const isBlocked = isBlock(relation) && !isStaff(caller);
  const verdicts = { ...names.verdicts, ...overridesOf(names, caller), ...(isBlocked && names.blocked) };
  // A payer who has bought nothing gets this answer about everybody to whom they might write.
  const mustBuy = callerFacts[caller].isPoor && names.ofVisible?.includes("UPGRADE_REQUIRED");
  return mustBuy && verdicts[declaredRelation] === "ok" ? "UPGRADE_REQUIRED" : verdicts[declaredRelation];
}

const overridesOf = (names: NamedThing, caller: Caller): Partial<Record<Relation, Verdict>> =>
  Object.assign({}, ...callerFacts[caller].overrides.map((override) => names[override]));
