import { startEmbeddedPostgres } from "./embedded-postgres.ts";

// A process of its own for the tests to kill: tells its parent what became of the start, then stays.
const [dataDir = ""] = process.argv.slice(2);
setInterval(() => {}, 60_000);
try {
  const { pid, connection } = await startEmbeddedPostgres({ dataDir, say: () => {}, settings: { fsync: "off" } });
  process.send?.({ pid, connection });
} catch (error) {
  process.send?.({ code: error instanceof Error && "code" in error ? error.code : String(error) });
}
