import { brand } from "@caramelo/contract/brand";

/** The `meta` of a screen: what it is, then the product. */
export const pageTitle = (title: string) => [{ title: `${title} · ${brand.name}` }];

/** 1200 × 630, without faces; the server puts its own address before it, as those who show links need it. */
const PICTURE = "/og.png";

/** The `meta` of a page that strangers find by a search or a shared link. */
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
