import { brand } from "@caramelo/contract/brand";

/** The `meta` of a screen: what it is, then the product. */
export const pageTitle = (title: string) => [{ title: `${title} · ${brand.name}` }];

/** The `meta` of a page that strangers find by a search or a shared link. A picture would need the site's own address. */
export const publicMeta = (title: string, description: string) => [
  ...pageTitle(title),
  { name: "description", content: description },
  { property: "og:type", content: "website" },
  { property: "og:locale", content: "pt_BR" },
  { property: "og:site_name", content: brand.name },
  { property: "og:title", content: `${title} · ${brand.name}` },
  { property: "og:description", content: description },
];
