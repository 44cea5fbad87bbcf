import { type OwnProduct, openOwnProduct } from "./own-product.ts";
import { test as base } from "./test.ts";

/**
 * For journeys that need a product without other members: each starts its own, and `page` belongs to it.
 * `ownSettings` are its additional settings.
 */
export const test = base.extend<{ product: OwnProduct; ownSettings: Record<string, string> }>({
  ownSettings: [{}, { option: true }],
  product: async ({ ownSettings }, use) => {
    const product = await openOwnProduct(ownSettings);
    await use(product);
    await product.discard();
  },
  baseURL: async ({ product }, use) => use(product.address),
});
