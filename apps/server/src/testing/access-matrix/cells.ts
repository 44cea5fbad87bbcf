import type { AnyCall } from "@caramelo/contract/call/call";
import type { Verdict } from "@caramelo/contract/call/names";
import { CALLERS, type Caller, refusalFor } from "./callers.ts";
import { CELL_RELATIONS, type CellRelation, verdictOf } from "./expected.ts";

/** One attempt: a call by a caller who names a thing by a field. A call that names nothing has one for each caller. */
export type Cell = {
  call: AnyCall;
  caller: Caller;
  relation: CellRelation | "nothing";
  /** The field that names the thing, if it is not the main one. */
  field?: string;
  verdict: Verdict;
  /** Whether the caller has access, so that it matters what they name. */
  hasAccess: boolean;
};

/** Every cell of a call. */
export function listCells(call: AnyCall): Cell[] {
  return CALLERS.flatMap((caller): Cell[] => {
    const facts = { call, caller, hasAccess: refusalFor(call, caller) === undefined };
    if (call.names === "nothing") return [{ ...facts, relation: "nothing", verdict: verdictOf(call, caller, "own") }];
    const fields = [undefined, ...Object.keys(call.names.beside ?? {})];
    return fields.flatMap((field) =>
      CELL_RELATIONS.map((relation) => {
        const verdict = verdictOf(call, caller, relation, field);
        return { ...facts, relation, ...(field !== undefined && { field }), verdict };
      }),
    );
  });
}

export const nameOf = ({ caller, relation, field }: Cell): string =>
  `${caller} names ${relation}${field === undefined ? "" : ` by ${field}`}`;
