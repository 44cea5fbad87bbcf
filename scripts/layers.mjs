// The layers of the server's features. Pure; check-borders.mjs reads the folders.

/**
 * The lowest layer comes first. A feature imports, even types, and reads only tables from layers below its own. Features
 * of the same layer do not know each other, so there are no circles. Each feature is in the lowest layer above all that
 * it uses. CONTRIBUTING.md says what each one is for.
 */
export const LAYERS = [
  ["base/audit", "cities", "sandbox"],
  ["base/members"],
  ["base/mail", "base/money", "base/pairs", "base/sessions", "bans"],
  ["photos", "presence", "staff-watch"],
  ["member-cards", "personal-data", "member-settings"],
  ["discovery", "notifications"],
  ["billing"],
  ["messaging", "pix"],
  ["favorites", "profiles"],
  ["accounts", "safety", "visits"],
  ["audit", "erasure", "mail", "moderation", "operator"],
  ["backup", "exports", "verification"],
  ["incidents", "statistics", "transparency", "office-members"],
];

const PART = /^apps\/server\/src\/(?:features\/([^/]+)|(base\/[^/]+))\//;

/** The feature of a file of the server, or its part of the base: "photos", "base/mail". @param {string} file */
function partOf(file) {
  const [, feature, base] = PART.exec(file) ?? [];
  return feature ?? base;
}

/**
 * Compares the layers with the folders of the server.
 * @param {string[]} files
 * @returns {string[]} what is wrong, in words
 */
export function judgeLayers(files) {
  const parts = new Set(files.map(partOf).filter((part) => part !== undefined));
  const listedFeatures = LAYERS.flat();
  return [
    ...[...parts].filter((part) => !listedFeatures.includes(part)).map((part) => `${part} stands in no layer`),
    ...listedFeatures.filter((part) => !parts.has(part)).map((part) => `${part} is in a layer, and is no feature`),
    ...listedFeatures
      .filter((part, at) => listedFeatures.indexOf(part) !== at)
      .map((part) => `${part} stands in two layers`),
  ];
}

/**
 * Finds features that are in a higher layer than what they use asks for.
 * @param {[from: string, to: string][]} uses files, of which the first imports the second or reads its tables
 * @param {string[][]} layers
 * @returns {string[]} what is wrong, in words
 */
export function judgeHeights(uses, layers = LAYERS) {
  const layerOf = (/** @type {string | undefined} */ part) => layers.findIndex((parts) => parts.includes(part ?? ""));
  const pairs = uses.map(([from, to]) => [partOf(from), partOf(to)]);
  return layers.flat().flatMap((part) => {
    const usedLayers = pairs.flatMap(([from, to]) => (from === part && to !== part ? [layerOf(to)] : []));
    const lowest = Math.max(-1, ...usedLayers) + 1;
    return lowest < layerOf(part) ? [`${part} uses nothing above layer ${lowest}, where it belongs`] : [];
  });
}
