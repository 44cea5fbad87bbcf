import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";

/**
 * A photo that shows as soon as the page opens. `srcSet` and `sizes` let the browser choose the file; `shape` says
 * where in the empty page it stands.
 */
export type FirstPhoto = { srcSet: string; sizes: string; shape: "card" | "profile" };

/**
 * What is sent with a member's page: the answers of its first calls, as JSON under the keys of their addresses, and its
 * first photos in the order of their places. An undefined photo means that the member in that place has none.
 */
export type FirstAnswers = { answers: ReadonlyMap<string, string>; photos: readonly (FirstPhoto | undefined)[] };

/** The places of photos in the empty page: first those of the first cards, then that of a profile. */
const PHOTO_PLACE = /(<span data-first-photo="[^>]*>)(?=<\/span>)/g;
const CARD_PLACES = 2;
const STYLES = /<link rel="preload" as="style"[^>]*>/;
const FONT = /<link rel="preload" as="font"[^>]*>/g;
const escapeAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
/** Escapes JSON so that it can neither end its script element nor contain a line break for old browsers. */
const escapeInScript = (json: string) =>
  json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/**
 * Removes the preloads of fonts from the empty page, because on a member's page they would delay what the member came
 * to see. The fonts then load when the styles need them.
 */
export const withoutFonts = (html: string): string => html.replace(FONT, "");

/**
 * Writes into an empty page what the member's screen needs: its first photos, its files, and the answers of its first
 * calls.
 */
export function writeMemberPage(html: string, files: readonly string[], { answers, photos }: FirstAnswers): string {
  const entries = [...answers].map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  const block = `<script type="application/json" id="${FIRST_ANSWERS}">${escapeInScript(`{${entries.join()}}`)}</script>`;
  const scripts = files.map((file) => `<link rel="modulepreload" href="${escapeAttribute(file)}"/>`).join("");
  const shownPhotos = photos.filter((photo) => photo !== undefined);
  // The replacements are functions because in a replacement text "$&" from a member's profile would be replaced.
  return drawPhotos(html, photos)
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
