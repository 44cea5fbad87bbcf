import pg from "pg";
import { vi } from "vitest";

/** The statements that a piece of work sends to the database, in order, without their values. */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const first: unknown[] = spy.mock.calls.map(([given]) => given);
    return first.map((given) => (typeof given === "string" ? given : String(Reflect.get(Object(given), "text"))));
  } finally {
    spy.mockRestore();
  }
}
