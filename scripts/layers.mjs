// The layers of the server's features. Pure; check-borders.mjs reads the folders.

/**
 * The lowest layer first. A feature imports, types included, only from layers below its own: those that share a layer do not
 * know each other, and so no imports lead in a circle. A new feature takes the lowest layer above all that it uses.
 * CONTRIBUTING.md says what each layer is for.
 */
export const LAYERS = [
  ["base/audit", "base/mail", "base/members"],
  ["bans", "cities", "presence", "privacy"],
  ["photos", "settings"],
  ["people"],
  ["notifications"],
  ["billing", "pix", "sandbox"],
  ["messaging"],
  ["profiles"],
  ["discovery", "favorites", "safety", "visits"],
  ["accounts"],
  ["moderation"],
  ["verification"],
  ["audit", "mail", "operator", "users"],
  ["backup"],
  ["statistics"],
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
