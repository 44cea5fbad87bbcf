import { readConfig } from "../start/config.ts";
import { openServerEarly } from "../start/open-server-early.ts";
import { startProduct } from "../start/product.ts";

// The real product as a process of its own for the tests to kill: sends its parent its address, then stays.
const [pagesFolder = ""] = process.argv.slice(2);
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.errors.join("\n"));
const say = (line: string) => {
  const address = /^Address: (.+)$/.exec(line)?.[1];
  if (address) process.send?.({ address });
};
const opening = openServerEarly(read.config, say);
const product = await startProduct({ config: read.config, pagesFolder, say, opening });
const stop = () => product.stop().then(() => process.exit(0));
process.on("SIGTERM", stop);
// A parent that was killed itself leaves nothing running.
process.on("disconnect", stop);
