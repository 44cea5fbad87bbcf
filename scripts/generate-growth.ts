// Writes the tables of docs/growth.md from what the bench measured and from the assumptions of growth-figures.ts, between
// its marks. With `--check` it only says whether the file is current.
import { readFileSync, writeFileSync } from "node:fs";
import {
  ACTIVITY,
  bytesOfMember,
  bytesOfMessage,
  COSTS,
  type Figures,
  PRICES,
  planFor,
  slopeBetween,
} from "./growth-figures.ts";

const MEMBERS = [100_000, 1_000_000, 10_000_000, 50_000_000];

const sizes: Record<string, { measured: string; figures: Figures }> = JSON.parse(
  readFileSync(new URL("../bench/growth.json", import.meta.url), "utf8"),
);
const measuredSizes = Object.entries(sizes)
  .map(([size, entry]) => ({ members: Number(size), ...entry }))
  .toSorted((one, other) => one.members - other.members);
const [least, most] = [measuredSizes[0], measuredSizes.at(-1)];
if (!least || !most || least === most)
  throw new Error("bench/growth.json needs two sizes: npm run bench -- --only growth");

function format(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(2)));
}
const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;
const table = (head: string[], rows: string[][]) => [
  row(...head),
  row(...head.map(() => "---")),
  ...rows.map((cells) => row(...cells)),
];

const valueAt = ({ figures }: { figures: Figures }, figure: string) => figures[figure] ?? Number.NaN;
const slopeOf = (figure: string, scale: (members: number) => number) =>
  slopeBetween(
    [least.members, valueAt(least, figure) * scale(least.members)],
    [most.members, valueAt(most, figure) * scale(most.members)],
  );

function measuredRow(figure: string, scale?: (members: number) => number, unit = ""): string[] {
  const slope = scale ? `${format(slopeOf(figure, scale))} ${unit}` : "";
  return [figure, ...measuredSizes.map((size) => format(valueAt(size, figure))), slope];
}

const perMember = (members: number) => members;
const PLAIN = [
  ...[
    "message",
    "conversation",
    "ledger_entry",
    "notification",
    "visit",
    "stream_event",
    "profile",
    "photo",
    "session",
  ].flatMap((name) => [`B a row of ${name}`, `B of indexes a row of ${name}`]),
  "B of journal a send",
  "B of journal a send, each page for the first time",
  "B of journal a visit",
  "B of journal a favourite",
  "B of journal a session",
  "sends a second at saturation",
  "p95 ms of a send at saturation",
];
const measuredTable = [
  ...table(
    ["figure", ...measuredSizes.map(({ members }) => `${format(members)} members`), "each further member"],
    [
      measuredRow("bytes of the index a profile", perMember, "B of the index"),
      measuredRow("s to read the index", (members) => members && 1e6, "µs"),
      measuredRow("GB resident once it is loaded", () => 1e9, "B"),
      measuredRow("GB of the database", () => 1e9, "B"),
      ...PLAIN.map((figure) => measuredRow(figure)),
    ],
  ),
  "",
  ...measuredSizes.map(({ members, measured: text }) => `- ${format(members)} members: ${text}`),
];

const plans = MEMBERS.map((members) => planFor(members, most.figures));
type Plan = (typeof plans)[number];
const planRow = (name: string, value: (plan: Plan) => string) => [name, ...plans.map(value)];
const head = ["", ...MEMBERS.map((members) => format(members))];

const blocks: Record<string, string[]> = {
  measured: measuredTable,
  activity: table(
    ["assumed", ""],
    Object.entries({ ...ACTIVITY, ...COSTS }).map(([name, value]) => [name, String(value)]),
  ),
  load: table(head, [
    planRow("members who come on a day", ({ comers }) => format(comers)),
    planRow("live connections at the busiest moment", ({ sockets }) => format(sockets)),
    planRow("calls a second in the busiest hour", ({ calls }) => format(calls)),
    planRow("messages a day", ({ messagesADay }) => format(messagesADay)),
    planRow("sends a second in the busiest hour", ({ sends }) => format(sends)),
    planRow("GB of the database before anybody writes", ({ atFirst }) => format(atFirst)),
    planRow("GB of messages a year", ({ messagesAYear }) => format(messagesAYear)),
    planRow("GB of the database after a year", ({ database }) => format(database)),
    planRow("GB of journal (WAL) a day: pages changed before", ({ journal }) => format(journal.least)),
    planRow("GB of journal (WAL) a day: each page for the first time", ({ journal }) => format(journal.most)),
    planRow("GB of the index in each web process", ({ index }) => format(index)),
    planRow("s to read the index after a start", ({ secondsToRead }) => format(secondsToRead)),
    planRow("GB of photos", ({ photos }) => format(photos)),
    planRow("GB of photos to members a month", ({ traffic }) => format(traffic)),
  ]),
  machines: table(head, [
    planRow("web processes (`ROLE=web`)", ({ processes }) => format(processes)),
    planRow("GB of memory each, while the index is read anew", ({ processGb }) => format(processGb)),
    planRow("web machines, 8 vCPU and 64 GB", ({ webMachines }) => format(webMachines)),
    planRow("worker machines (`ROLE=worker`)", ({ workers }) => format(workers)),
    planRow("PostgreSQL primaries", ({ postgres }) => format(postgres.primaries)),
    planRow(
      "PostgreSQL machines with their standbys",
      ({ postgres }) => `${postgres.machines} × ${postgres.cpus} vCPU`,
    ),
  ]),
  prices: table(
    ["a month", "US$"],
    Object.entries(PRICES).map(([name, value]) => [name, String(value)]),
  ),
  money: table(head, [
    planRow("web, workers, Redis, balancer", ({ money }) => format(money.machines)),
    planRow("PostgreSQL with its disks", ({ money }) => format(money.PostgreSQL)),
    planRow("photos: bucket and CDN", ({ money }) => format(money.photos)),
    planRow("**US$ a month**", ({ money }) => format(money.machines + money.PostgreSQL + money.photos)),
    planRow("**R$ a month**", ({ money }) =>
      format((money.machines + money.PostgreSQL + money.photos) * PRICES["R$ for a US$"]),
    ),
    [
      "US$ a thousand members a month",
      ...plans.map(({ money }, index) =>
        format(((money.machines + money.PostgreSQL + money.photos) * 1_000) / (MEMBERS[index] ?? 1)),
      ),
    ],
  ]),
  bytes: [
    `A member has ${format(bytesOfMember(most.figures))} bytes of rows and indexes, and each message adds ${format(bytesOfMessage(most.figures))}.`,
  ],
};

const PLACE = new URL("../docs/growth.md", import.meta.url);
const text = readFileSync(PLACE, "utf8");
const writtenText = text.replace(/(<!-- (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
  const lines = blocks[name];
  if (!lines) throw new Error(`docs/growth.md asks for an unknown table: ${name}`);
  return `${begin}${lines.join("\n")}\n${end}`;
});
if (process.argv.includes("--check")) {
  if (writtenText !== text) process.stderr.write("docs/growth.md is out of date: run `npm run generate`.\n");
  process.exitCode = writtenText === text ? 0 : 1;
} else writeFileSync(PLACE, writtenText);
