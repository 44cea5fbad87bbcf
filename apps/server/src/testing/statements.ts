import pg from "pg";
import { vi } from "vitest";
import { STILL_HEARING } from "../platform/database/listen.ts";

type Query = { text: string; values: unknown[]; isFixed: boolean };

/** Returns the statements that a piece of work sends to the database, in order, without their values. */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  return (await listQueries(work)).map(({ text }) => text);
}

/** Like `listStatements`, but with the values. `isFixed`: a statement has a name by which PostgreSQL keeps its plan. */
export async function listQueries(work: () => Promise<unknown>): Promise<Query[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const calls: unknown[][] = spy.mock.calls;
    return calls
      .filter(([statement]) => statement !== STILL_HEARING)
      .map(([statement, values]) => {
        if (typeof statement === "string")
          return { text: statement, values: Array.isArray(values) ? values : [], isFixed: false };
        const own = Reflect.get(Object(statement), "values");
        const isFixed = String(Reflect.get(Object(statement), "name")).startsWith("statement-");
        return { text: String(Reflect.get(Object(statement), "text")), values: Array.isArray(own) ? own : [], isFixed };
      });
  } finally {
    spy.mockRestore();
  }
}
