// Writes the parts of the contract that browsers need, without its schemas: the page's tables of addresses (kind,
// method and path of every call, with rare calls and those of the staff in separate tables), and the service worker's
// table of calls with an offline rule.
import { readFileSync, writeFileSync } from "node:fs";
import type { AnyCall } from "@caramelo/contract/call/call";
import { contract } from "@caramelo/contract/contract";

const HEAD = "// Generated from the contract by scripts/generate-api-table.ts; do not edit.\n";
const calls: Record<string, Record<string, AnyCall>> = contract;

/** Members' pages do not carry the addresses of these calls. */
const isRare = (call: AnyCall): boolean => call.access === "admin" || call.isRare;

function makeApiTable(table: string, isOfTable: (call: AnyCall) => boolean): string {
  const features = Object.entries(calls).flatMap(([feature, group]) => {
    const own = Object.entries(group).filter(([, c]) => isOfTable(c));
    const rows = own.map(([name, c]) => `    ${name}: ["${c.kind}", "${c.method}", "${c.path}"],`);
    return rows.length > 0 ? [`  ${feature}: {\n${rows.join("\n")}\n  },`] : [];
  });
  return `${HEAD}export const ${table} = {\n${features.join("\n")}\n} as const;\n`;
}

/**
 * The method, path and rule of each call whose rule is not "no", followed by the keys of the query that do not matter.
 */
function makeOfflineTable(): string {
  const rows = Object.values(calls).flatMap((group) =>
    Object.values(group).flatMap(({ method, path, offline }) => {
      if (offline === "no") return [];
      const isKept = typeof offline === "object" || offline === "answer" || offline === "first page";
      const ignored = typeof offline === "object" ? offline.despite : [];
      return [`  ${JSON.stringify([method, path, isKept ? "keep" : offline, ...ignored])},`];
    }),
  );
  return `${HEAD}export const offlineTable = [\n${rows.join("\n")}\n] as const;\n`;
}

const tables = [
  { file: "../apps/web/app/platform/api-table.generated.ts", text: makeApiTable("apiTable", (call) => !isRare(call)) },
  { file: "../apps/web/app/platform/rare-api-table.generated.ts", text: makeApiTable("rareApiTable", isRare) },
  { file: "../apps/web/service-worker/offline-table.generated.ts", text: makeOfflineTable() },
].map(({ file, text }) => ({ url: new URL(file, import.meta.url), text }));

if (process.argv.includes("--check")) {
  const isCurrent = tables.every(({ url, text }) => readFileSync(url, "utf8") === text);
  if (!isCurrent) process.stderr.write("The tables made from the contract are out of date: run `npm run generate`.\n");
  process.exitCode = isCurrent ? 0 : 1;
} else {
  for (const { url, text } of tables) writeFileSync(url, text);
}
