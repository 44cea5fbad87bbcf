import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assertPortIsFree } from "../platform/http/port.ts";
import { openOutput } from "../platform/output.ts";
import { type Config, lowerLimits } from "./config.ts";
import { describeErrors } from "./environment-errors.mjs";
import { loadWhileOpening, openServerEarly } from "./open-server-early.ts";
import type { Product } from "./product.ts";
import { readEnvironment } from "./read-environment.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

const WEB_BUILD = fileURLToPath(new URL("../../../web/build/client", import.meta.url));

const ENV_FILE = fileURLToPath(new URL("../../../../.env", import.meta.url));

const output = openOutput();
const say = (line: string) => output.write(`${line}\n`);

function leave(lines: string[]): never {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(1);
}

const readResult = await readEnvironment(process.env);
if (!readResult.ok) leave(describeErrors(readResult.errors, ENV_FILE));
// The launcher only checks the settings, so it needs the refusal alone.
if (process.argv.includes("--check")) process.exit(0);
if (!existsSync(WEB_BUILD)) leave(["The pages have not been built: start with `npm start`, which does it."]);

/** Starts the product. PostgreSQL starts while the rest of the code is loaded. */
async function start(config: Config): Promise<Product> {
  await assertPortIsFree(config.host, config.port);
  const { opening, loaded } = await loadWhileOpening(
    () => openServerEarly(config, say),
    () => import("./product.ts"),
  );
  const { config: bounded, lowered } = lowerLimits(config);
  for (const line of lowered) say(line);
  return loaded.startProduct({ config: bounded, pagesFolder: WEB_BUILD, say, opening });
}

const starting = start(readResult.config);
starting.catch((error: unknown) => leave([error instanceof Error ? error.message : String(error)]));

stopOnSignals(process, {
  // Requests get 5 s of it and jobs 10 s.
  withinMs: readResult.config.drainMs + 30_000,
  stop: async () => {
    say("Stopping …");
    // A start in progress is finished first, so that no part of it stays running.
    await (await starting).stop();
    say("Stopped.");
  },
});
