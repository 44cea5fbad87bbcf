import type { AnyCall } from "@caramelo/contract/call/call";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { type Actors, makeActors } from "../../testing/access-matrix/actors.ts";
import { CALLERS, type Caller, callerFacts, openCaller, refusalFor } from "../../testing/access-matrix/callers.ts";
import { type Cell, listCells, nameOf } from "../../testing/access-matrix/cells.ts";
import { CELL_RELATIONS, verdictOf } from "../../testing/access-matrix/expected.ts";
import { attemptCall, expectedOf, listGoodAttempts } from "../../testing/access-matrix/good-attempts.ts";
import { listNamingKeys } from "../../testing/access-matrix/sample-input.ts";
import { openStock } from "../../testing/access-matrix/stock.ts";
import {
  findFault,
  findMainKey,
  isNaming,
  type NamingCell,
  prepareCell,
  type Received,
} from "../../testing/access-matrix/try-cell.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

const unlimited = Object.keys(rateLimits).map((name) => [limitSetting(name), "999999/1"]);
const world = await openWorld(Object.fromEntries(unlimited));
const takeStock = await openStock(world);
const goodAttempts = listGoodAttempts(world, (await makeMember(world.owner)).email);
const allCalls = listCalls();
const flagOf = (flag: "isUsedUp" | "beside" | "blocked" | "ofVisible") => (triedCall: (typeof allCalls)[number]) =>
  triedCall[1].names !== "nothing" && Boolean(triedCall[1].names[flag]);
const isDrawing = (name: string) => name === "accounts.drawPhoto";
/** Drawing is expensive, so another call represents its kind. */
const calls = eachKind(
  allCalls.toSorted(([one], [other]) => Number(isDrawing(one)) - Number(isDrawing(other))),
  ([, { access }]) => access,
  ([, { access, kind, names }]) => `${access} ${kind} ${names === "nothing"}`,
  flagOf("isUsedUp"),
  flagOf("beside"),
  flagOf("blocked"),
  flagOf("ofVisible"),
);

/** The calls that every kind of caller makes; the other calls get one caller of each answer. */
const callsOfEveryCaller = eachKind(allCalls, ([, { access }]) => access).map(([, call]) => call);

/** The cells of a call that are tried, each with that of a missing thing, which must look the same. */
function listTried(call: AnyCall): Cell[] {
  const cells = listCells(call);
  const kinds = eachKind(
    cells,
    ({ caller }) => callsOfEveryCaller.includes(call) && caller,
    ({ field, verdict }) => `${field} ${verdict}`,
    ({ relation, hasAccess }) => hasAccess && relation,
  );
  const isMissingOf = (one: Cell) => (cell: Cell) =>
    cell.hasAccess && cell.caller === one.caller && cell.field === one.field && cell.verdict === one.verdict;
  return cells.filter((one) => kinds.includes(one) || (one.relation === "missing" && kinds.some(isMissingOf(one))));
}

const OTHERS = ["counterpart", "stranger", "blocker", "blocked"] as const;
/** The callers around whom no member may be changed. */
const watchedCallers = eachKind(
  CALLERS,
  (caller) => callerFacts[caller].role,
  (caller) => callerFacts[caller].session,
);
/** One set of actors for each kind of caller. Calls that use up what they name get separate actors. */
const sharedActors = new Map<Caller, Actors>();
const others: string[] = [];
for (const caller of CALLERS) {
  const actors = await makeActors(world, caller);
  sharedActors.set(caller, actors);
  for (const relation of watchedCallers.includes(caller) ? OTHERS : []) others.push((await actors.person(relation)).id);
}

function shareActors(caller: Caller): Actors {
  const actors = sharedActors.get(caller);
  if (!actors) throw new Error(`there are no actors for ${caller}`);
  return actors;
}

let triedCount = 0;

type Prepared = { cell: NamingCell; send: () => Promise<Received> };
type Answered = { cell: NamingCell; received: Received };

async function prepare(cells: NamingCell[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const cell of cells) prepared.push({ cell, send: await prepareCell(cell, shareActorsOf(cell)) });
  return prepared;
}

/**
 * A caller without access is refused before it matters what they name. To save making them, what they name is then the
 * baby's counterpart's and so on, but for their own things.
 */
function shareActorsOf({ caller, relation, hasAccess }: NamingCell): Actors {
  const actors = shareActors(caller);
  return hasAccess || relation === "own" ? actors : { ...shareActors("baby"), browser: actors.browser };
}

async function sendAll(prepared: Prepared[]): Promise<Answered[]> {
  const answeredCells: Answered[] = [];
  for (const { cell, send } of prepared) answeredCells.push({ cell, received: await send() });
  triedCount += answeredCells.length;
  return answeredCells;
}

/** The answer about a missing thing, if the answer of the cell must look the same. */
function findMissing(answeredCells: Answered[], { caller, field, verdict }: NamingCell): Received | undefined {
  if (verdict === "ok") return undefined;
  const isSame = ({ cell }: Answered) =>
    cell.caller === caller && cell.field === field && cell.relation === "missing" && cell.verdict === verdict;
  return answeredCells.find(isSame)?.received;
}

const listFaults = (answeredCells: Answered[]): string[] =>
  answeredCells.flatMap(({ cell, received }) => {
    const fault = findFault(cell, received, findMissing(answeredCells, cell));
    return fault === undefined ? [] : [`${nameOf(cell)}: ${fault}`];
  });

type Stock = Awaited<ReturnType<typeof takeStock>>;

const listChanged = (before: Stock, after: Stock): string[] =>
  Object.keys(before).flatMap((part) => (before[part] === after[part] ? [] : [`changed ${part} of somebody else`]));

/** Tries cells in which nothing may change of anybody but the caller. */
async function tryQuiet(cells: NamingCell[]): Promise<string[]> {
  const prepared = await prepare(cells);
  const before = await takeStock(others);
  const answeredCells = await sendAll(prepared);
  return [...listFaults(answeredCells), ...listChanged(before, await takeStock(others))];
}

/** Tries cells whose calls use up what they name, each with separate actors. */
async function tryWithOwnActors(cells: NamingCell[]): Promise<string[]> {
  const answeredCells: Answered[] = [];
  const changedTables: string[] = [];
  for (const cell of cells) {
    const actors = await makeActors(world, cell.caller);
    const send = await prepareCell(cell, actors);
    const ids = await listUntouched(cell, actors);
    const before = await takeStock(ids);
    answeredCells.push(...(await sendAll([{ cell, send }])));
    changedTables.push(...listChanged(before, await takeStock(ids)).map((change) => `${nameOf(cell)}: ${change}`));
  }
  // A call that uses up what is there does more than one that finds nothing.
  const faults = listFaults(
    answeredCells.map(({ cell, received }) => ({ cell, received: { ...received, statements: 0 } })),
  );
  return [...faults, ...changedTables];
}

/**
 * Returns the members whom a call must not change: the owner of the named thing, unless the call succeeds or removes the
 * caller's own block.
 */
async function listUntouched({ relation, field, verdict }: NamingCell, { person }: Actors): Promise<string[]> {
  const other = OTHERS.find((one) => one === relation && one !== "blocked");
  // The main field names the counterpart, with success.
  if (field !== undefined && other === "counterpart") return [];
  return other === undefined || verdict === "ok" ? [] : [(await person(other)).id];
}

/** Whether a cell needs separate actors, because it uses up what it names, or must come before all others. */
function mayUseUp({ names }: AnyCall, { verdict, field }: NamingCell): boolean {
  // A member who is asked to buy has bought nothing yet.
  if (verdict === "UPGRADE_REQUIRED") return true;
  const isDone = verdict === "ok" || verdict === "nothing";
  return isDone && (field !== undefined || (names !== "nothing" && names.isUsedUp === true));
}

async function tryNaming(call: AnyCall, cells: NamingCell[]): Promise<string[]> {
  const usesUp = (cell: NamingCell) => mayUseUp(call, cell);
  const quiet = cells.filter((cell) => !usesUp(cell) && cell.verdict !== "ok");
  const lasting = cells.filter((cell) => !usesUp(cell) && cell.verdict === "ok");
  return [
    ...(await tryQuiet(quiet)),
    ...listFaults(await sendAll(await prepare(lasting))),
    ...(await tryWithOwnActors(cells.filter(usesUp))),
  ];
}

/** Tries a call that names nothing, by every caller; a new one where the call may change them. */
async function tryPlain(name: string, call: AnyCall): Promise<string[]> {
  const faults: string[] = [];
  for (const { caller, hasAccess } of listTried(call)) {
    // The public call about the session takes a dead cookie away.
    const isHarmless = !hasAccess || (call.method === "GET" && call.access !== "public");
    const { browser } = isHarmless ? shareActors(caller) : await openCaller(world, caller);
    const outcome = await attemptCall(browser, call, goodAttempts[name]);
    const expectedVerdict = expectedOf(name, call, caller, goodAttempts[name]);
    if (JSON.stringify(outcome) !== JSON.stringify(expectedVerdict))
      faults.push(`${caller}: expected ${JSON.stringify(expectedVerdict)}, but got ${JSON.stringify(outcome)}`);
    triedCount += 1;
  }
  return faults;
}

describe.each(calls)("%s", (name, call) => {
  test("[T05][T18][T31][T23][TA.02][TA.03] answers every caller as it declares, and things that are not theirs look missing", async () => {
    const naming = listTried(call).filter(isNaming);
    expect(naming.length > 0 ? await tryNaming(call, naming) : await tryPlain(name, call)).toEqual([]);
  });
});

describe("the access matrix", () => {
  test("[TA.02] has tried every cell of every call", () => {
    const sizes = calls.map(([, call]) => listTried(call).length);
    expect(triedCount).toBe(sizes.reduce((sum, size) => sum + size, 0));
    const all = allCalls.map(([, call]) => ({ call, size: listCells(call).length }));
    expect(Math.min(...all.map(({ size }) => size))).toBe(CALLERS.length);
    for (const { call, size } of all)
      if (call.names !== "nothing") expect(size).toBeGreaterThanOrEqual(CALLERS.length * CELL_RELATIONS.length);
  });

  test("[TA.02] knows which thing of a member each field names", () => {
    const wrong = allCalls.filter(([, call]) => {
      const { names } = call;
      const declaredFields = names === "nothing" ? [] : [findMainKey(call, names), ...Object.keys(names.beside ?? {})];
      return JSON.stringify(declaredFields.toSorted()) !== JSON.stringify(listNamingKeys(call).toSorted());
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test("[T05][TA.02] contains each call for which good attempts are written", () => {
    expect(allCalls.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(goodAttempts)));
  });
});

// Calls with the permission `manageTeam` name staff. All others name members, and staff are not members.
const namingMembers = eachKind(
  allCalls.filter(
    ([, { names, permission }]) => names !== "nothing" && names.thing === "member" && permission !== "manageTeam",
  ),
  ([, { access, method }]) => `${access} ${method}`,
);
const colleague = await makeMember(world.owner, { role: "admin" });

test.each(namingMembers)(
  "[D1.08][K6.05] %s neither distinguishes staff from an unknown id, nor does anything to them",
  async (_, call) => {
    const before = await takeStock([colleague.id]);
    for (const caller of CALLERS.filter((one) => refusalFor(call, one) === undefined)) {
      const actors = shareActors(caller);
      const facts = { call, caller, relation: "missing", verdict: verdictOf(call, caller, "missing") } as const;
      const cell = { ...facts, hasAccess: true };
      const missingAnswer = await (await prepareCell(cell, actors))();
      const receivedAnswer = await (await prepareCell(cell, { ...actors, thing: async () => [colleague.id] }))();
      expect({ caller, ...receivedAnswer, statements: 0 }).toEqual({ caller, ...missingAnswer, statements: 0 });
    }
    expect(await takeStock([colleague.id])).toEqual(before);
  },
);
