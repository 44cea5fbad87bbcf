// The layers of the server's features. Pure; check-borders.mjs reads the folders.

/**
 * The lowest layer comes first. A feature imports, even types, only from layers below its own. Features of the same
 * layer do not import each other, so there are no circular imports. A new feature gets the lowest layer above all
 * features that it uses. CONTRIBUTING.md says what each layer is for.
 */
export const LAYERS = [
  ["base/audit"],
  ["base/members"],
  ["base/mail", "base/money", "base/pairs", "base/sessions"],
  ["bans", "cities", "presence", "privacy", "staff-watch"],
  ["photos", "settings"],
  ["people"],
  ["notifications"],
  ["billing", "sandbox"],
  ["pix"],
  ["messaging"],
  ["profiles"],
  ["discovery", "favorites", "safety", "visits"],
  ["accounts"],
  ["moderation"],
  ["verification"],
  ["personal-data"],
  ["audit", "erasure", "exports", "incidents", "mail", "operator", "users"],
  ["backup"],
  ["statistics", "transparency"],
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
  const listed = LAYERS.flat();
  return [
    ...[...parts].filter((part) => !listed.includes(part)).map((part) => `${part} stands in no layer`),
    ...listed.filter((part) => !parts.has(part)).map((part) => `${part} is in a layer, and is no feature`),
    ...listed.filter((part, at) => listed.indexOf(part) !== at).map((part) => `${part} stands in two layers`),
  ];
}
