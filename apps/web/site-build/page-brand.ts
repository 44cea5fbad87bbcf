import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { PAGE_BRAND } from "../../../packages/contract/src/brand/brand.ts";

const BRAND_FILE = fileURLToPath(new URL("../../../packages/contract/src/brand/brand.ts", import.meta.url));

/**
 * What browsers get in place of the brand file: the brand in force, which the server wrote into the page. The sign-in page
 * need not carry the texts that the file has, nor what derives others from them.
 */
const IN_THE_BROWSER = `
export const PAGE_BRAND = ${JSON.stringify(PAGE_BRAND)};
export const brand = JSON.parse(document.querySelector(\`meta[name=\${PAGE_BRAND}]\`).content);
export const brandMark = () => "";
export const adoptBrandMarks = brandMark;
`;

/** Makes the built site read its brand from the page. In development, without a server of ours before it, the file holds. */
export function pageBrand(): Plugin {
  return {
    name: "page-brand",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load: (id) => (id === BRAND_FILE ? IN_THE_BROWSER : undefined),
  };
}
