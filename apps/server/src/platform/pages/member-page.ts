import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";

/**
 * A photo that shows as soon as the page opens. `srcSet` and `sizes` let the browser choose the file; `shape` is its
 * place in the empty page.
 */
export type FirstPhoto = { srcSet: string; sizes: string; shape: "card" | "profile" };

/** A piece of text that shows as soon as the page opens: its template, and the values in it. */
export type FirstText = { kind: string; fields: Readonly<Record<string, string>> };
/** The first texts by the names of their places in the empty page. */
export type FirstTexts = ReadonlyMap<string, readonly FirstText[]>;

/**
 * The data sent with a member's page: the answers of its first calls, as JSON under the keys of their addresses, its
 * first photos in the order of their places, and its first texts. An undefined photo means that the member in that
 * place has none.
 */
export type FirstAnswers = {
  answers: ReadonlyMap<string, string>;
  photos: readonly (FirstPhoto | undefined)[];
  texts: FirstTexts;
};

/** The places of photos in the empty page: first those of the first cards, then that of a profile. */
const PHOTO_PLACE = /(<span data-first-photo="[^>]*>)(?=<\/span>)/g;
const CARD_PLACES = 2;
/** The places of texts, and the templates that the build wrote for them. */
const TEXT_PLACE = /(<(\w+) data-first-texts="([^"]*)"[^>]*>)(?=<\/\2>)/g;
const TEXT_TEMPLATE = /<template data-first-text="([^"]*)">(.*?)<\/template>/gs;
/** Pictures of the site in these templates. Texts of members are escaped, so they contain none. */
const PICTURE = /<img (?=[^>]*fetchpriority="high")[^>]*?src="([^"]*)"/gi;
const FIELD = /\{(\w+)\}/g;
const STYLES = /<link rel="preload" as="style"[^>]*>/;
const FONT = /<link rel="preload" as="font"[^>]*>/g;
const TEXT_FONT = / href="[^"]*\/figtree-/;
const escapeAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
/** A template may have a field inside an attribute, so quotation marks are escaped as well. */
const escapeText = (text: string) => escapeAttribute(text).replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** Escapes JSON so that it can neither end its script element nor contain a line break for old browsers. */
const escapeInScript = (json: string) =>
  json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/**
 * Removes the preloads of fonts from the empty page, because they would delay photos, which the member came to see.
 * The font of the first texts stays, because otherwise these would first show in another one.
 */
const withoutFonts = (html: string, texts: FirstTexts): string =>
  html.replace(FONT, (link) => (texts.size > 0 && TEXT_FONT.test(link) ? link : ""));

/**
 * Writes into an empty page what the member's screen needs: its first photos and texts, its files, and the answers of
 * its first calls.
 */
export function writeMemberPage(
  html: string,
  files: readonly string[],
  { answers, photos, texts }: FirstAnswers,
): string {
  const entries = [...answers].map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  const block = `<script type="application/json" id="${FIRST_ANSWERS}">${escapeInScript(`{${entries.join()}}`)}</script>`;
  const scripts = files.map((file) => `<link rel="modulepreload" href="${escapeAttribute(file)}"/>`).join("");
  const shownPhotos = photos.filter((photo) => photo !== undefined);
  // The replacements are functions because in a replacement text "$&" from a member's profile would be replaced.
  return drawTexts(drawPhotos(withoutFonts(html, texts), photos), texts)
    .replace(STYLES, (styles) => styles + shownPhotos.map(preloadPhoto).join(""))
    .replace("</head>", () => `${scripts}${block}</head>`);
}

/** The photos come after the styles and before all scripts, because the member sees them first. */
const preloadPhoto = ({ srcSet, sizes }: FirstPhoto) =>
  `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeAttribute(srcSet)}" imagesizes="${escapeAttribute(sizes)}"/>`;

/** Puts the first photos where the screen will have them, so that they show before any script runs. */
function drawPhotos(html: string, photos: FirstAnswers["photos"]): string {
  const profile = photos.find((photo) => photo?.shape === "profile");
  let place = 0;
  return html.replace(PHOTO_PLACE, (span) => {
    const isCard = place < CARD_PLACES;
    const photo = isCard ? photos[place] : profile;
    place += 1;
    if (!photo || isCard !== (photo.shape === "card")) return span;
    return `${span}<img srcset="${escapeAttribute(photo.srcSet)}" sizes="${escapeAttribute(photo.sizes)}" alt=""/>`;
  });
}

/** Puts the first texts where the screen will have them, so that they can be read before any script runs. */
function drawTexts(html: string, texts: FirstTexts): string {
  if (texts.size === 0) return html;
  const templates = new Map([...html.matchAll(TEXT_TEMPLATE)].map(([, kind, template]) => [kind, template]));
  const draw = ({ kind, fields }: FirstText) =>
    templates.get(kind)?.replace(FIELD, (_, field: string) => escapeText(fields[field] ?? "")) ?? "";
  const drawnTexts = new Map([...texts].map(([place, list]) => [place, list.map(draw).join("")]));
  const pictures = [...[...drawnTexts.values()].join("").matchAll(PICTURE)].map(([, address]) =>
    preloadPicture(address),
  );
  return html
    .replace(TEXT_PLACE, (_, start: string, _tag, place: string) => start + (drawnTexts.get(place) ?? ""))
    .replace(STYLES, (styles) => styles + pictures.join(""));
}

/** A picture of the site loads as early as the photos. Its address is already escaped in its template. */
const preloadPicture = (address = "") => `<link rel="preload" as="image" fetchpriority="high" href="${address}"/>`;

/**
 * A screen of members: the pattern of its address ("perfil/:id") and the files that it needs in addition to those of
 * every page.
 */
export type MemberRoute = { path: string; files: readonly string[] };

/** Returns the member screens of a build; none when the build did not write them. */
export function loadMemberRoutes(folder: string): readonly MemberRoute[] {
  const file = join(folder, "..", "routes.json");
  // The cast holds because the build writes this file (apps/web/site-build/route-manifest.ts).
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MemberRoute[]) : [];
}

/** Returns the screen that an address opens. A pattern without parameters wins over one with parameters. */
export function findMemberRoute(routes: readonly MemberRoute[], path: string): MemberRoute | undefined {
  const parts = path.split("/");
  const fits = (route: MemberRoute) => {
    const pattern = route.path.split("/");
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(":") || part === parts[at]);
  };
  return routes.find((route) => route.path === path) ?? routes.find(fits);
}
