import type { AnyCall } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import type { Thing } from "@caramelo/contract/call/names";
import { listStatements } from "../statements.ts";
import type { Actors } from "./actors.ts";
import { isStaff } from "./callers.ts";
import type { Cell } from "./cells.ts";
import type { CellRelation, NamedThing } from "./expected.ts";
import { listNamingKeys, sampleInput, sendInput, setNames } from "./sample-input.ts";

/** The parts of an answer by which a caller can distinguish it, without those that differ each time, and its work. */
export type Received = { status: number; text: string; headers: string[]; statements: number };
export type NamingCell = Cell & { relation: CellRelation };

export const isNaming = (cell: Cell): cell is NamingCell => cell.relation !== "nothing";

const VOLATILE_HEADERS = ["x-request-id", "date"];
// Whether the session is read again depends on what happened before the request.
const READS_SESSION = /from "session"/;

/** The main field that names a thing; undefined for a photo link, which is a whole address. */
export function findMainKey(call: AnyCall, { beside = {} }: NamedThing): string | undefined {
  return listNamingKeys(call).find((key) => !(key in beside));
}

/** Makes what a cell names, and returns the request that names it. */
export async function prepareCell({ call, relation, field }: NamingCell, actors: Actors) {
  const { names } = call;
  if (names === "nothing") throw new Error("the call names nothing");
  const main = await actors.thing(names.thing, field === undefined ? relation : "counterpart");
  if (names.thing === "photo link") return () => receive(() => actors.browser.raw(main[0] ?? ""), main);
  const input = sampleInput(call);
  const mainKey = findMainKey(call, names);
  if (mainKey !== undefined) setNames(call, input, mainKey, main);
  const besideThings = field === undefined ? [] : await makeBeside(names, field, relation, actors);
  if (field !== undefined) setNames(call, input, field, besideThings);
  return () => receive(() => sendInput(actors.browser.raw, call, input), [...main, ...besideThings]);
}

function makeBeside({ beside }: NamedThing, field: string, relation: CellRelation, actors: Actors) {
  const thing: Thing | undefined = beside?.[field]?.thing;
  if (thing === undefined) throw new Error(`the call does not declare what ${field} names`);
  return actors.thing(thing, relation);
}

async function receive(send: () => Promise<Response>, names: string[]): Promise<Received> {
  let reply = new Response();
  const statements = await listStatements(async () => {
    reply = await send();
  });
  const text = names.reduce((rest, name) => rest.replaceAll(name, "named"), await reply.text());
  const headers = [...reply.headers].filter(([name]) => !VOLATILE_HEADERS.includes(name));
  return {
    status: reply.status,
    text: text.replace(/"requestId":"[^"]+"/, ""),
    headers: headers.map(([name, value]) => `${name}: ${value}`),
    statements: statements.filter((text) => !READS_SESSION.test(text)).length,
  };
}

/** What is wrong with an answer; undefined when it is as declared. `missing` is the answer about a missing thing. */
export function findFault(
  cell: NamingCell,
  receivedAnswer: Received,
  missingAnswer: Received | undefined,
): string | undefined {
  const { verdict } = cell;
  const isFine = verdict === "ok" || verdict === "nothing";
  const status = isFine ? 200 : errorCatalogue[verdict].status;
  const isDeclared =
    receivedAnswer.status === status && (isFine || receivedAnswer.text.includes(`"code":"${verdict}"`));
  if (!isDeclared) return `expected ${verdict}, but got ${receivedAnswer.status} ${receivedAnswer.text}`;
  if (!missingAnswer) return undefined;
  const visiblePart = ({ statements, ...facts }: Received) =>
    JSON.stringify({ ...facts, ...(mayWorkBeSecret(cell) && { statements }) });
  return visiblePart(receivedAnswer) === visiblePart(missingAnswer)
    ? undefined
    : `got ${visiblePart(receivedAnswer)}, but of a missing thing ${visiblePart(missingAnswer)}`;
}

/**
 * Whether the work that an answer costs could tell a caller something: staff see all members, and callers know their
 * own things. A photo link with a wrong signature is refused at once, and a caller who never saw the photo has no right
 * one.
 */
function mayWorkBeSecret({ call: { names }, caller, relation, hasAccess }: NamingCell): boolean {
  const isLink = names !== "nothing" && names.thing === "photo link";
  return hasAccess && !isStaff(caller) && relation !== "own" && !isLink;
}
