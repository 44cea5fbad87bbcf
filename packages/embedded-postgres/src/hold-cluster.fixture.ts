import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { application } from "./test-application.fixture.ts";

// The tests kill this process. It reports the result of the start to its parent, then keeps running.
const [dataDir = ""] = process.argv.slice(2);
setInterval(() => {}, 60_000);
try {
  const options = { application, dataDir, log: () => {}, settings: { fsync: "off" } };
  const { pid, connection } = await startEmbeddedPostgres(options);
  process.send?.({ pid, connection });
} catch (error) {
  process.send?.({ code: error instanceof Error && "code" in error ? error.code : String(error) });
}
