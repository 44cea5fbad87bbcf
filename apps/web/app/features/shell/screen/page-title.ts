import { brand } from "@caramelo/contract/brand/brand";

/** The `meta` of a screen: its title and the product's name. */
export const pageTitle = (title: string) => [{ title: `${title} · ${brand.name}` }];

/**
 * The picture has 1200 × 630 px and shows no people. The server prepends its address, because link previews need an
 * absolute one.
 */
const PICTURE = "/og.png";

/** The `meta` of a page found through a search engine or a shared link. */
export const publicMeta = (title: string, description: string) => [
  ...pageTitle(title),
  { name: "description", content: description },
  { property: "og:type", content: "website" },
  { property: "og:locale", content: "pt_BR" },
  { property: "og:site_name", content: brand.name },
  { property: "og:title", content: `${title} · ${brand.name}` },
  { property: "og:description", content: description },
  { property: "og:image", content: PICTURE },
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
  { name: "twitter:card", content: "summary_large_image" },
];
