// Writes the table of addresses that the browser's client needs: kind, method and path of every call, and no schema.
import { readFileSync, writeFileSync } from "node:fs";
import { contract } from "@caramelo/contract/contract";

const TARGET = new URL("../apps/web/app/platform/api-table.generated.ts", import.meta.url);

const rows = Object.entries(contract).map(([feature, calls]) => {
  const addresses = Object.entries(calls).map(([name, c]) => `    ${name}: ["${c.kind}", "${c.method}", "${c.path}"],`);
  return `  ${feature}: {\n${addresses.join("\n")}\n  },`;
});
const text = `// Generated from the contract by scripts/generate-api-table.ts; do not edit.\nexport const apiTable = {\n${rows.join("\n")}\n} as const;\n`;

if (process.argv.includes("--check")) {
  const isCurrent = readFileSync(TARGET, "utf8") === text;
  if (!isCurrent) process.stderr.write("The table of API addresses is out of date: run `npm run generate`.\n");
  process.exitCode = isCurrent ? 0 : 1;
} else {
  writeFileSync(TARGET, text);
}
