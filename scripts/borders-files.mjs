// The borders of files: how the files of a feature and of the server's other parts must be named, and what files may not
// contain. Pure; check-borders.mjs reads the files.

const SERVER_FEATURE = /^apps\/server\/src\/(?:features|base)\/[^/]+\/(.+)$/;
const SERVER_PART = /^apps\/server\/src\/(?:platform|start|demo)\/(?:.+\/)?([^/]+)$/;
const WEB_FEATURE = /^apps\/web\/app\/features\/[^/]+\/(?:[a-z-]+\/)?([^/]+)$/;

/**
 * The files of a kind: `rules.ts`, `mail-rules.ts` or `rules/mail.ts`. `commands` are run from a terminal. A feature has
 * one inventory.
 */
const SERVER_ROLE =
  /^(?:(?:[a-z]+-)*(?:handlers|rules|queries|live|jobs|commands)\.ts|(?:handlers|rules|queries|live|jobs)\/[a-z-]+\.ts|inventory\.ts)$/;
/** The server asks this file who makes a request. The file answers no call and runs no job. */
const SESSION_CHECK = "session-check.ts";
/**
 * The files of the platform, the start and the demo that are not named after an export. A provider is the adapter of a
 * payment company, schemas describe what other systems send, and a worker is the program of a process of its own.
 */
const PART_ROLE = /^(?:[a-z]+-)*(?:rules|jobs|commands|inventory|provider|schemas|worker)\.ts$|\.generated\.ts$/;
/** The programs of the server, which export nothing. */
const PROGRAMS = ["apps/server/src/start/main.ts", "apps/server/src/start/cli.ts"];
const WEB_ROLE = /^(?:(?:[a-z]+-)*(?:rules|queries|live|store|types)\.ts|use-[a-z-]+\.tsx?|[a-z-]+\.tsx)$/;

/**
 * The words of a name without a plural s, so that `pop-ups.ts` may export `queuePopUp`. Constants such as `PRODUCT_NAME`
 * have words, too.
 * @param {string} name
 */
const wordsOf = (name) =>
  (/[a-z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `-${letter}`) : name.replaceAll("_", "-"))
    .toLowerCase()
    .split("-")
    .map((word) => word.replace(/s$/, ""));

/**
 * Whether a source exports a name that contains all words of its file's name.
 * @param {string} base such as "compress-photo.ts"
 * @param {string} source
 */
function isNamedAfterExport(base, source) {
  const words = wordsOf(base.replace(/\.ts$/, ""));
  const names = [...source.matchAll(/^export (?:async )?(?:function\*?|const|type) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
  return names.some((name) => words.every((word) => wordsOf(name).includes(word)));
}

/**
 * What is wrong with the name of a file, in words.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function judgeFile(file, source) {
  const onServer = SERVER_FEATURE.exec(file)?.[1];
  if (onServer !== undefined) {
    const isNamed = !onServer.includes("/") && isNamedAfterExport(onServer, source);
    if (onServer !== SESSION_CHECK && !SERVER_ROLE.test(onServer) && !isNamed)
      return [
        "a feature of the server has handlers, rules, queries, live, jobs, commands and an inventory; another file is named after what it exports",
      ];
    const isHandlers = /(?:^|-)handlers(?:\.ts$|\/)/.test(onServer);
    return isHandlers && !/\bhandle\(/.test(source)
      ? ["it answers no call, so it does not belong to the handlers"]
      : [];
  }
  const inPart = SERVER_PART.exec(file)?.[1];
  if (inPart !== undefined) {
    if (PROGRAMS.includes(file) || PART_ROLE.test(inPart) || isNamedAfterExport(inPart, source)) return [];
    return [
      "a file of the platform, the start or the demo is named after what it exports, or has rules, jobs, commands, an inventory, a provider, schemas or a worker",
    ];
  }
  const inBrowser = WEB_FEATURE.exec(file)?.[1];
  if (inBrowser === undefined) {
    return file.startsWith("apps/web/app/features/") ? ["folders of a feature do not hold folders"] : [];
  }
  if (WEB_ROLE.test(inBrowser) || isNamedAfterExport(inBrowser, source)) return [];
  return [
    "a feature of the site has rules, queries, live, a store, types, hooks (use-…) and components; another file is named after what it exports",
  ];
}

const RULES = /(?:^|\/)(?:[a-z-]+-)?rules(?:\.ts$|\/)/;
/** Rules read no clock and draw no random numbers. Callers pass in `now` and keys. */
const IMPURE_WORDS =
  /\b(?:Date\.now|Math\.random|performance\.now|random(?:Bytes|Fill|Int|UUID)|getRandomValues)\b|\bnew Date\(\)/;
/** Types imported inside other expressions, which the check of imports does not see. */
const INLINE_IMPORT = /\btypeof\s+import\(|\bimport\([^()]*\)\s*\.(?!\s*(?:then|catch|finally)\b)/;
const FORMATS = "packages/contract/src/formats/";
/** The one file that knows the places in the data folder: each of them has an entry in the inventory. */
const PLACES = "apps/server/src/platform/storage/inventory.ts";
/** A path in the data folder that a file joins itself. */
const OWN_PLACE = /\bjoin\(\s*(?:\w+\.)?dataDir\b/;
const PROOFS = "apps/server/src/base/pairs/";
/** A type that says of an id, in a cast or of a row, that a viewer may see the member. */
const OWN_PROOF = /\b(?:as|is) VisibleId\b|<[^<>()]*\bVisibleId\b/;
/** Functions that depend on the language or time zone of the machine, or code that forms its own plurals. */
const OWN_FORMAT =
  /\bIntl\.|\.toLocale(?:Date|Time)?String\b|\.to(?:Date|Time)String\(|\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|=== 1\s*\?\s*["'`]/;

/**
 * What a file may not contain, in words.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function judgeWords(file, source) {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  const isImpure = RULES.test(file) && IMPURE_WORDS.test(code);
  const importsInline = !file.endsWith(".generated.ts") && INLINE_IMPORT.test(code);
  const makesPlace = file.startsWith("apps/server/src/") && file !== PLACES && OWN_PLACE.test(code);
  const formatsItself = /^(?:apps|packages)\//.test(file) && !file.startsWith(FORMATS) && OWN_FORMAT.test(code);
  const provesItself = file.startsWith("apps/server/src/") && !file.startsWith(PROOFS) && OWN_PROOF.test(code);
  return [
    ...(provesItself ? [`it says itself that a member may be seen: ${PROOFS}visible-rules.ts does`] : []),
    ...(makesPlace ? ["it makes a path in the data folder by itself: placeOf does, of a store of the inventory"] : []),
    ...(formatsItself ? [`it writes a moment, an amount or a plural by itself: ${FORMATS} does`] : []),
    ...(isImpure ? ["it reads the clock or draws random numbers: pass them in"] : []),
    ...(importsInline ? ["it names types of other files amid its code: import them at its top"] : []),
  ];
}
