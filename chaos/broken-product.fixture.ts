import { registerHooks } from "node:module";
import { breakSource, VARIANTS, type VariantName } from "./variants.ts";

// The product of run-product.fixture.ts, with a few words of its source replaced by those of a variant.
const [, name = ""] = process.argv.slice(2);
// The cast is safe, because the starter takes the name from the table.
const { replace } = VARIANTS[name as VariantName];
const root = new URL("../", import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const loadedSource = nextLoad(url, context);
    const own = replace.filter(({ file }) => url === root + file);
    if (own.length === 0) return loadedSource;
    const source = own.reduce(breakSource, String(loadedSource.source));
    return { ...loadedSource, source };
  },
});
await import("../apps/server/src/testing/run-product.fixture.ts");
