import { registerHooks } from "node:module";
import { breakSource, VARIANTS, type VariantName } from "./variants.ts";

// The product of the other fixture with the words of a variant in the place of its own.
const [, name = ""] = process.argv.slice(2);
// Whoever starts this fixture takes the name from the table.
const { replace } = VARIANTS[name as VariantName];
const root = new URL("../", import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = replace.filter(({ file }) => url === root + file);
    if (own.length === 0) return loaded;
    const source = own.reduce(breakSource, String(loaded.source));
    return { ...loaded, source };
  },
});
await import("../apps/server/src/testing/run-product.fixture.ts");
