// The check of built-ins: what the site calls without asking must be there in the oldest browsers that it serves. The
// build translates syntax and styles, but adds no functions. Styles are judged by Biome (`useBaseline` in biome.json).
import { BASELINE } from "../apps/web/site-build/baseline.ts";

/** @typedef {import("../apps/web/site-build/baseline.ts").Browser} Browser */

/**
 * Built-ins and the first versions that have them, in the order safari, chrome, samsung, firefox, from
 * @mdn/browser-compat-data 8.1.9. Below the baseline they are refused, so a newer baseline allows them by itself.
 * @type {[name: string, use: RegExp, versions: [number, number, number, number]][]}
 */
const BUILT_INS = [
  ["URL.canParse", /\bURL\.canParse\b/, [17, 120, 25, 115]],
  ["URL.parse", /\bURL\.parse\b/, [18, 126, 28, 126]],
  ["AbortSignal.any", /\bAbortSignal\.any\b/, [17.4, 116, 24, 124]],
  ["AbortSignal.timeout", /\bAbortSignal\.timeout\b/, [16, 124, 27, 100]],
  ["Array.fromAsync", /\bArray\.fromAsync\b/, [16.4, 121, 25, 115]],
  ["toSorted, toReversed, toSpliced and with", /\.(?:toSorted|toReversed|toSpliced|with)\(/, [16, 110, 21, 115]],
  ["findLast", /\.findLast(?:Index)?\(/, [15.4, 97, 18, 104]],
  ["Promise.withResolvers", /\bPromise\.withResolvers\b/, [17.4, 119, 25, 121]],
  ["Promise.try", /\bPromise\.try\b/, [18.2, 128, 28, 134]],
  ["groupBy", /\b(?:Object|Map)\.groupBy\b/, [17.4, 117, 24, 119]],
  ["getOrInsert", /\.getOrInsert(?:Computed)?\(/, [26.2, 145, Number.POSITIVE_INFINITY, 144]],
  [
    "the methods of sets",
    /(?<!\bz)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    [17, 122, 26, 127],
  ],
  [
    "the methods of iterators",
    /\bIterator\.from\b|(?<!\b(?:Object|Array))\.(?:keys|values|entries|matchAll)\([^()]*\)\s*\.(?:map|filter|flatMap|forEach|some|every|find|reduce|take|drop|toArray)\(/,
    [18.4, 122, 26, 131],
  ],
  ["isWellFormed", /\.(?:is|to)WellFormed\(/, [16.4, 111, 22, 119]],
  ["RegExp.escape", /\bRegExp\.escape\b/, [18.2, 136, 29, 134]],
  [
    "patterns with the flag v",
    /\/[dgimsuy]*v[dgimsuy]*(?=[,;).\s])|new RegExp\([^)]*"[a-z]*v[a-z]*"\)/,
    [17, 112, 23, 116],
  ],
  ["flags inside of patterns", /\(\?-?[ims]+(?:-[ims]+)?:/, [26, 125, 27, 132]],
  [
    "bytes as base64 or hex",
    /\.(?:toBase64|toHex|setFromBase64|setFromHex)\(|\bUint8Array\.from(?:Base64|Hex)\b/,
    [18.2, 140, 30, 133],
  ],
  ["Intl.DurationFormat", /\bIntl\.DurationFormat\b/, [16.4, 129, 28, 136]],
  ["Intl.Segmenter", /\bIntl\.Segmenter\b/, [14.5, 87, 14, 125]],
  ["checkVisibility", /\.checkVisibility\(/, [17.4, 105, 20, 106]],
  ["popovers of the browser", /\.(?:show|hide|toggle)Popover\(|\bpopover=/, [17, 114, 23, 125]],
  ["moveBefore", /\.moveBefore\(/, [Number.POSITIVE_INFINITY, 133, 29, 144]],
  ["the event scrollend", /"scrollend"|\bonScrollEnd=/, [26.2, 114, 23, 109]],
  ["caretPositionFromPoint", /\.caretPositionFromPoint\(/, [26.2, 128, 28, 20]],
  ["Response.json", /\bResponse\.json\(/, [17, 105, 20, 115]],
  ["ReadableStream.from", /\bReadableStream\.from\b/, [27, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 117]],
  ["Error.isError", /\bError\.isError\b/, [18.4, 134, 29, 138]],
  ['imageOrientation: "from-image"', /imageOrientation:\s*"from-image"/, [17.2, 111, 22, 111]],
  // Browsers have it, but on a page without https it is missing. `platform/make-id.ts` works there as well.
  ["crypto.randomUUID", /\brandomUUID\b/, [Number.POSITIVE_INFINITY, 92, 16, 95]],
];

/** @type {readonly Browser[]} */
const ORDER = ["safari", "chrome", "samsung", "firefox"];
const IN_THE_BROWSER = /^(?:apps\/web\/(?:app|service-worker)|packages\/contract\/src)\//;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g;

/**
 * Which built-ins a file uses that the oldest browsers lack, in words.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function judgeBuiltIns(file, source) {
  if (!IN_THE_BROWSER.test(file)) return [];
  const code = source.replace(COMMENT, "");
  return BUILT_INS.flatMap(([name, use, versions]) => {
    const missingBrowsers = ORDER.filter((browser, at) => (versions[at] ?? 0) > BASELINE[browser]);
    return missingBrowsers.length > 0 && use.test(code)
      ? [`${name} is newer than the oldest browsers that the site serves (${missingBrowsers.join(", ")})`]
      : [];
  });
}
