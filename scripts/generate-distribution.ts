// Writes docs/citus.md from the lists beside which the tests hold them (apps/server/src/testing/distribution). With
// `--check` it only says whether the file is current.
import { readFileSync, writeFileSync } from "node:fs";
import { crossings, WAYS } from "../apps/server/src/testing/distribution/crossings.ts";
import { type Distribution, distributions } from "../apps/server/src/testing/distribution/keys.ts";
import { REMEDIES, violations } from "../apps/server/src/testing/distribution/violations.ts";

const HEAD = `# The path to Citus

Made by \`npm run generate\` from \`apps/server/src/testing/distribution\`: do not edit. [growth](growth.md) says when it is time,
[0138](decisions/0138-distribution-keys-and-what-crosses-them.md) how the lists are made and what they cannot see.

Citus spreads tables of one PostgreSQL over several servers by a column, the distribution key. Here it is the member: what belongs to a member
lies on one server, and a statement about one member stays there. **Nothing of this was run on Citus**: Debian does not package it. Keys are
compared with the catalogue of a plain PostgreSQL, and statements are those that the feature tests send, read by PostgreSQL's own parser.

## In this order
1. The member's id joins every unique index and condition below that lacks it (\`widen\`, \`named\`): good on one server, too, and nothing else needs to change for it.
2. Lookup tables, and tokens that carry the member's id (\`lookup\`, \`token\`).
3. The message as two rows, one for each of the two (\`copies\`): the largest change, and the one that everything about messages waits for.
4. Joins of other people in two steps (\`two steps\`), as lists of people already do by \`people/commands.ts\`.
5. Foreign keys that cross go, triggers that cross move into the product (\`dropped\`, \`product\`).
6. Then \`create_distributed_table\`, table by table, and a run of all tests on Citus.
`;

const quote = (name: string) => `\`${name}\``;
const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;

function describeDistribution(own: Distribution): [string, string] {
  if ("reference" in own) return ["a copy on each server", own.reference];
  if ("local" in own) return ["on the coordinator alone", own.local];
  return [`by ${quote(own.by)}${own.missing ? ", a column to be added" : ""}`, own.because ?? "its holder"];
}

const tables = [...distributions].map(([table, own]) => ({ table, words: describeDistribution(own) }));
const ways = Map.groupBy(tables, ({ words }) => words.join(": "));
const keys = [...ways]
  .map(([, same]) => row(...(same[0]?.words ?? []), same.map(({ table }) => quote(table)).join(" ")))
  .toSorted();

const remedies = Object.entries(REMEDIES).map(([name, text]) => {
  const own = Object.entries(violations).filter(([, remedy]) => remedy === name);
  return row(quote(name), text, own.map(([what]) => quote(what)).join(", "));
});

const statements = Object.entries(crossings).flatMap(([what, places]) =>
  Object.entries(places).map(([place, way]) => ({ what, place, way })),
);
const crossingRows = Object.keys(WAYS).flatMap((way) =>
  statements
    .filter((statement) => statement.way === way)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ what, place }) => row(quote(way), quote(place), what)),
);

const written = [
  HEAD,
  "## Distribution keys",
  "",
  row("where", "why", "tables"),
  row("---", "---", "---"),
  ...keys,
  "",
  "## What Citus refuses",
  `${Object.keys(violations).length} unique indexes, foreign keys and triggers of today's schema. A test compares this list with the catalogue.`,
  "",
  row("remedy", "what to do", "what"),
  row("---", "---", "---"),
  ...remedies,
  "",
  "## Statements that cross members",
  `${statements.length} statements of ${Object.keys(crossings).length} shapes. A shape says whose rows of which tables a statement reads; \`!\` marks what it writes. "Those in other_id" are`,
  "members whom a column of another row names. A feature test that sends a statement which is not in the list fails.",
  "",
  row("way", "how it would run"),
  row("---", "---"),
  ...Object.entries(WAYS).map(([way, text]) => row(quote(way), text)),
  "",
  row("way", "built by", "shape"),
  row("---", "---", "---"),
  ...crossingRows,
  "",
].join("\n");

const PLACE = new URL("../docs/citus.md", import.meta.url);
if (process.argv.includes("--check")) {
  if (readFileSync(PLACE, "utf8") !== written) {
    process.stdout.write("docs/citus.md is not current: run npm run generate\n");
    process.exitCode = 1;
  }
} else writeFileSync(PLACE, written);
