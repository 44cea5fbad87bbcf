import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { PAGE_BRAND } from "../../../packages/contract/src/brand/brand.ts";

const BRAND_FILE = fileURLToPath(new URL("../../../packages/contract/src/brand/brand.ts", import.meta.url));

/**
 * Browsers get this module instead of the brand file. It reads the brand in force from the page, so that the sign-in
 * page loads neither the file's texts nor the code that derives more texts.
 */
const IN_THE_BROWSER = `
export const PAGE_BRAND = ${JSON.stringify(PAGE_BRAND)};
export const brand = JSON.parse(document.querySelector(\`meta[name=\${PAGE_BRAND}]\`).content);
export const brandMark = () => "";
export const adoptBrandMarks = brandMark;
`;

/**
 * Makes the built site read its brand from the page. Development uses the file, because our server does not serve the
 * page.
 */
export function pageBrand(): Plugin {
  return {
    name: "page-brand",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load: (id) => (id === BRAND_FILE ? IN_THE_BROWSER : undefined),
  };
}
