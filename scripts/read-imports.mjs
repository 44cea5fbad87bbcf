// Finds the imports of a source text, and the file each one means. Pure.
import path from "node:path";

/** @typedef {{ specifier: string, isType: boolean }} Found */

const STATEMENT = /^[ \t]*(?:import|export)\b([^"';]*?)\bfrom\s*["']([^"']+)["']|^[ \t]*import\s*["']([^"']+)["']/gm;
const CALL = /(typeof\s+)?\bimport\(\s*["']([^"']+)["']\s*\)/g;

/**
 * Whether the words between `import` and `from` bring nothing at run time: `import type …`, or only `type` names.
 * @param {string} clause
 */
function isTypeClause(clause) {
  if (/^\s*type\b(?!\s*,)/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1];
  if (names === undefined) return false;
  const listed = names.split(",").map((name) => name.trim());
  return listed.filter((name) => name !== "").every((name) => name.startsWith("type "));
}

/**
 * Every import and re-export of a module, static or called. Comments are ignored.
 * @param {string} source
 * @returns {Found[]}
 */
export function readImports(source) {
  const code = source.replace(/^[ \t]*\/\/[^\n]*|\/\*[\s\S]*?\*\//gm, "");
  const statements = [...code.matchAll(STATEMENT)].map(([, clause = "", from, bare]) => {
    return { specifier: from ?? bare ?? "", isType: from !== undefined && isTypeClause(clause) };
  });
  const calls = [...code.matchAll(CALL)].map(([, typeOf, specifier = ""]) => {
    return { specifier, isType: typeOf !== undefined };
  });
  return [...statements, ...calls];
}

/**
 * What a specifier means: a path within the project, or a package as it is written.
 * @param {string} from the importing file, relative to the project, with `/`
 * @param {string} specifier
 */
export function resolveImport(from, specifier) {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith("~/")) return `apps/web/app/${specifier.slice(2)}`;
  // A package's main file has the package's own name.
  const [, name, file = name] = /^@caramelo\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name) return `packages/${name}/src/${file}.ts`;
  return specifier;
}
