import { readConfig } from "../start/config.ts";
import { openServerEarly } from "../start/open-server-early.ts";
import { startProduct } from "../start/product.ts";

// The real product in its own process, which the tests kill. It sends its address to its parent, then keeps running.
const [pagesFolder = ""] = process.argv.slice(2);
const configResult = readConfig(process.env);
if (!configResult.ok) throw new Error(configResult.errors.join("\n"));
const say = (line: string) => {
  const address = /^Address: (.+)$/.exec(line)?.[1];
  if (address) process.send?.({ address });
};
const opening = openServerEarly(configResult.config, say);
const product = await startProduct({ config: configResult.config, pagesFolder, say, opening });
const stop = () => product.stop().then(() => process.exit(0));
process.on("SIGTERM", stop);
// If the parent is killed, this process ends too.
process.on("disconnect", stop);
