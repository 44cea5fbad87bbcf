// Writes docs/inventory.md, the record of the data about people (LGPD, art. 37), from the inventories of the
// features. With `--check` it only says whether the file is current.
import { readFileSync, writeFileSync } from "node:fs";
import { CATEGORY_NAMES, dataCategories, fillPeriods } from "@caramelo/contract/personal-data/categories";
import { laws } from "@caramelo/contract/personal-data/laws";
import { type Period, type PeriodName, periods } from "@caramelo/contract/personal-data/periods";
import { inventory } from "../apps/server/src/start/inventory.ts";

type Erasure = { does: string; because?: string; law?: string; until?: string; set?: object };
type Person = { by: Record<string, string>; as: string; onErasure: Erasure };
type End = {
  after?: PeriodName;
  since?: string | readonly string[] | { of: string; column: string };
  job?: string;
  clears?: readonly string[];
  with?: string;
  when?: string;
  never?: string;
};
type Table = {
  category: string;
  columns: Record<string, string>;
  people: readonly Person[];
  export: "rows" | { presented?: string; not?: string };
  ends: readonly End[];
};

const HEAD = `# What is kept

Made by \`npm run generate\` from the \`inventory.ts\` of each feature, which is also what the privacy page (/privacidade) and the tests read: do not edit.
It is the operator's record of what is done with data about people (LGPD, art. 37); [personal data](topics/personal-data.md) says how it is declared.
The Portuguese sentences are those that members read.
`;

const quote = (name: string) => `\`${name}\``;
const inEnglish = (period: Period): string => {
  const [[unit = "", count = 0] = []] = Object.entries(period);
  return `${count} ${unit}`;
};

function sinceText(since: End["since"]): string {
  if (since === undefined) return "";
  if (typeof since === "string") return ` after ${quote(since)}`;
  if ("of" in since) return ` after ${quote(`${since.of}.${since.column}`)}`;
  return ` after the first of ${since.map(quote).join(" and ")}`;
}

function endText({ after, since, job, clears, with: parent, when, never }: End): string {
  const what = clears === undefined ? "" : `only ${clears.map(quote).join(", ")}: `;
  const by = job === undefined ? "" : ` (${quote(job)})`;
  if (after !== undefined) return `${what}${inEnglish(periods[after])}${sinceText(since)}${by}`;
  if (parent !== undefined) return parent === "member" ? "with the account" : `with ${quote(parent)}`;
  return when === undefined ? `stays: ${never}` : `${what}when ${when}${by}`;
}

const UNTIL: Record<string, string> = {
  decision: "until somebody decides",
  counterpart: "until the other account is erased",
  never: "for good",
};

function erasureText({ does, because, law, until = "", set }: Erasure): string {
  if (does === "delete") return "deleted";
  if (set !== undefined) return `anonymised (${Object.keys(set).map(quote).join(", ")})`;
  const span = Object.entries(periods).find(([name]) => name === until)?.[1];
  return `stays ${span ? inEnglish(span) : UNTIL[until]}: ${because} (${law})`;
}

const addressText = ({ of, unless, ...by }: Record<string, string>) => {
  const [[kind = "", column = ""] = []] = Object.entries(by);
  if (of !== undefined) return `${quote(column)}, of ${quote(of)}`;
  const condition = unless === undefined ? "" : ` without ${quote(unless)}`;
  return `${quote(column)}${kind === "id" ? "" : `, ${kind}`}${condition}`;
};

function exportText({ columns, export: rows }: Table): string {
  if (rows !== "rows" && rows.not !== undefined) return `no: ${rows.not}`;
  const namedColumns = Object.keys(columns).filter((name) => ["exported", "person"].includes(columns[name] ?? ""));
  const how = rows === "rows" ? "" : ` (${rows.presented})`;
  return `${namedColumns.map(quote).join(" ")}${how}`;
}

const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;

function tableRow(name: string, table: Table): string {
  const people = table.people.map(({ by, as }) => `${addressText(by)} (${as})`);
  const erasures = table.people.map(({ by, onErasure }) => `${addressText(by)}: ${erasureText(onErasure)}`);
  const ends = table.ends.map(endText);
  return row(`table ${quote(name)}`, people.join("; "), exportText(table), erasures.join("; "), ends.join("; "));
}

const tables = Object.entries<Table>(inventory.tables);
const stores = Object.entries(inventory.stores);

function listRows(category: string): string[] {
  const jobs = Object.entries(inventory.jobs).filter(
    ([, { category: own, payload }]) => own === category && Object.keys(payload).length > 0,
  );
  return [
    ...tables.filter(([, table]) => table.category === category).map(([name, table]) => tableRow(name, table)),
    ...stores
      .filter(([, store]) => store.category === category)
      .map(([name, store]) => {
        const exported = "by" in store.export ? `with ${quote(store.export.by)}` : `no: ${store.export.not}`;
        const what = `${quote(name)}: ${store.holds}`;
        return row(what, store.names ?? "nobody", exported, erasureText(store.onErasure), endText(store.ends));
      }),
    ...jobs.map(([name, { payload }]) => {
      const fields = Object.entries(payload).map(([field, use]) => `${quote(field)}, ${use}`);
      return row(`job ${quote(name)}`, fields.join("; "), "no", "deleted", "with the job");
    }),
  ];
}

const COLUMNS = [row("what", "people", "export", "erasure", "end"), row("---", "---", "---", "---", "---")];

function section(name: (typeof CATEGORY_NAMES)[number]): string {
  const { name: title, holds, purpose, laws: ownLaws, keptFor, onErasure } = dataCategories[name];
  const sentences = [
    `- O que é: ${holds}`,
    `- Para quê: ${purpose}`,
    `- Base legal: ${ownLaws.map((law) => laws[law]).join("; ")}.`,
    `- Por quanto tempo: ${fillPeriods(keptFor)}`,
    `- Se a conta é excluída: ${fillPeriods(onErasure)}`,
  ];
  return [`## ${title} (${quote(name)})`, ...sentences, "", ...COLUMNS, ...listRows(name)].join("\n");
}

const rest = ["## About nobody", "Settings, counts and keys of the site.", "", ...COLUMNS, ...listRows("none")].join(
  "\n",
);
const text = `${[HEAD, ...CATEGORY_NAMES.map(section), rest].join("\n\n").replace("\n\n\n", "\n\n")}\n`;
const url = new URL("../docs/inventory.md", import.meta.url);

if (process.argv.includes("--check")) {
  const isCurrent = readFileSync(url, "utf8") === text;
  if (!isCurrent) process.stderr.write("docs/inventory.md is out of date: run `npm run generate`.\n");
  process.exitCode = isCurrent ? 0 : 1;
} else {
  writeFileSync(url, text);
}
