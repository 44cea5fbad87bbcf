import { brand } from "@caramelo/contract/brand";

/** The `meta` of a screen: what it is, then the product. */
export const pageTitle = (title: string) => [{ title: `${title} · ${brand.name}` }];
