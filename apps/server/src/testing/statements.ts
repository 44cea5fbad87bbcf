import pg from "pg";
import { vi } from "vitest";

/** The statements that a piece of work sends to the database, in order, without their values. */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const statements: unknown[] = spy.mock.calls.map(([statement]) => statement);
    return statements.map((one) => (typeof one === "string" ? one : String(Reflect.get(Object(one), "text"))));
  } finally {
    spy.mockRestore();
  }
}
