import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cruiseImports } from "./cruise-imports.mjs";
import { judgeHeights, judgeLayers, LAYERS } from "./layers.mjs";

const PACKAGES = ["contract", "embedded-postgres", "member-index"];

/** The file that `from` imports by a specifier. For a module of Node, it is the module's name. */
function fileOf(from: string, specifier: string): string {
  if (specifier.startsWith("node:")) return specifier.slice("node:".length);
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith("~/")) return `apps/web/app/${specifier.slice("~/".length)}`;
  const [, name, file = name] = /^@caramelo\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return name ? `packages/${name}/src/${file}.ts` : `node_modules/${specifier}/index.js`;
}

const filesOf = (from: string, source: string) =>
  [...source.matchAll(/"([^"]+)"/g)].map(([, specifier = ""]) => fileOf(from, specifier));

/** Writes a project of these sources, with an empty file for each one that they import. */
function writeProject(root: string, sources: Record<string, string>): void {
  const write = (file: string, source: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  };
  const imported = Object.entries(sources).flatMap(([from, source]) => filesOf(from, source));
  for (const file of imported.filter((name) => name.includes("/"))) write(file, "");
  for (const [file, source] of Object.entries(sources)) write(file, source);
  mkdirSync(path.join(root, "node_modules/@caramelo"), { recursive: true });
  for (const name of PACKAGES) {
    const folder = path.join(root, "packages", name);
    mkdirSync(folder, { recursive: true });
    copyFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), path.join(folder, "package.json"));
    symlinkSync(folder, path.join(root, "node_modules/@caramelo", name), "junction");
  }
}

async function cruiseSources(sources: Record<string, string>) {
  const root = mkdtempSync(path.join(os.tmpdir(), "import borders "));
  try {
    writeProject(root, sources);
    return (await cruiseImports(root, Object.keys(sources))).forbiddenImports;
  } finally {
    rmSync(root, { recursive: true });
  }
}

type Case = [name: string, from: string, source: string];

/** Judges all cases in one project, because a start of dependency-cruiser takes longer than the checks. */
function cruiseCases(cases: Case[]) {
  const sources: Record<string, string> = {};
  for (const [, from, source] of cases) sources[from] = `${sources[from] ?? ""}${source}\n`;
  return cruiseSources(sources);
}

type ForbiddenImports = Awaited<ReturnType<typeof cruiseImports>>["forbiddenImports"];

/** The forbiddenImports of one case among those of all. */
const forbiddenImportsOf = (forbiddenImports: ForbiddenImports, from: string, source: string) =>
  forbiddenImports.filter((one) => one.from === from && filesOf(from, source).includes(one.to));

const SERVER = "apps/server/src";
const FEATURES = `${SERVER}/features`;
const CHAT = `${FEATURES}/messaging`;
const WEB = "apps/web/app";

describe("the check refuses an import", () => {
  const cases: Case[] = [
    ["of another package by the contract", "packages/contract/src/chat.ts", 'import { uuidv7 } from "uuidv7";'],
    [
      "of a feature's words by texts",
      "packages/contract/src/texts/a.ts",
      'import type { A } from "../messaging/warnings.ts";',
    ],
    [
      "of a feature's types by the framework of calls",
      "packages/contract/src/call/call.ts",
      'import type { A } from "../accounts/account.ts";',
    ],
    [
      "of the server by the contract",
      "packages/contract/src/a.ts",
      'import type { A } from "../../../apps/server/src/a.ts";',
    ],
    [
      "of the product by the embedded PostgreSQL",
      "packages/embedded-postgres/src/a.ts",
      'import { brand } from "@caramelo/contract/brand/brand";',
    ],
    ["of the embedded PostgreSQL by the site", `${WEB}/a.ts`, 'import { start } from "@caramelo/embedded-postgres";'],
    ["of anything by the index of members", "packages/member-index/src/a.ts", 'import { sql } from "kysely";'],
    ["of the index of members by the site", `${WEB}/a.ts`, 'import { put } from "@caramelo/member-index";'],
    ["of the site by the server", `${SERVER}/http.ts`, 'import type { A } from "../../web/app/a.ts";'],
    ["of the server by the site, even of types", `${WEB}/root.tsx`, 'import type { A } from "../../server/src/a.ts";'],
    ["of scripts by the product", `${SERVER}/http.ts`, 'import { a } from "../../../scripts/borders.mjs";'],
    ["of journeys by the product", `${WEB}/root.tsx`, 'import type { A } from "../../../e2e/support/a.ts";'],
    ["of measurements by the product", `${SERVER}/http.ts`, 'import { a } from "../../../bench/a.ts";'],
    ["of the chaos runs by the product", `${SERVER}/http.ts`, 'import { a } from "../../../chaos/a.ts";'],
    ["of schemas by the site", `${WEB}/root.tsx`, 'import { contract } from "@caramelo/contract/contract";'],
    ["of schemas by the site in a call", `${WEB}/a.tsx`, 'const a = await import("@caramelo/contract/contract");'],
    ["of schemas by the site in an export", `${WEB}/b.tsx`, 'export { contract } from "@caramelo/contract/contract";'],
    [
      "of schemas by the site over several lines",
      `${WEB}/c.ts`,
      'import {\n  a,\n  type B,\n} from "@caramelo/contract/contract";',
    ],
    [
      "with attributes in a call",
      `${SERVER}/platform/b.ts`,
      'await import("../start/a.json", { with: { type: "json" } });',
    ],
    ["of the whole zod by the site", `${WEB}/root.tsx`, 'import * as z from "zod";'],
    [
      "of another feature by one of the site",
      `${WEB}/features/chat/a.tsx`,
      'import { B } from "~/features/photos/b.tsx";',
    ],
    ["of a route by a feature of the site", `${WEB}/features/chat/a.tsx`, 'import { B } from "../../routes/b.tsx";'],
    ["of a feature by ui", `${WEB}/ui/a.tsx`, 'import { B } from "~/features/photos/b.tsx";'],
    ["of a feature by the site's platform", `${WEB}/platform/a.ts`, 'import { b } from "../features/photos/b.ts";'],
    ["of files by rules", `${CHAT}/rules.ts`, 'import { readFileSync } from "node:fs";'],
    ["of files by rules with a prefix", `${CHAT}/thread-rules.ts`, 'import { readFileSync } from "node:fs";'],
    ["of files by a folder of rules", `${CHAT}/rules/thread.ts`, 'import { readFileSync } from "node:fs";'],
    ["of the database by rules", `${CHAT}/rules.ts`, 'import { sql } from "kysely";'],
    ["of queries by rules", `${CHAT}/rules.ts`, 'import { findThread } from "./queries.ts";'],
    ["of the platform by rules", `${CHAT}/rules.ts`, 'import { newId } from "../../platform/ids.ts";'],
    ["of React by rules of the site", `${WEB}/features/chat/rules.ts`, 'import { useState } from "react";'],
    [
      "of a feature by the platform, even of types",
      `${SERVER}/platform/a.ts`,
      'import type { A } from "../features/messaging/rules.ts";',
    ],
    ["of the configuration by the platform", `${SERVER}/platform/a.ts`, 'import type { Config } from "../config.ts";'],
    [
      "of a feature by a migration",
      `${SERVER}/migrations/a.ts`,
      'import { a } from "../features/messaging/queries.ts";',
    ],
    ["of the product by a feature", `${CHAT}/handlers.ts`, 'import { a } from "../../product.ts";'],
    ["of the demo by a feature", `${CHAT}/jobs.ts`, 'import { a } from "../../demo/demo.ts";'],
    ["of the product by the demo", `${SERVER}/demo/a.ts`, 'import { a } from "../product.ts";'],
    ["of ui by the site's platform", `${WEB}/platform/a.ts`, 'import { b } from "~/ui/b.ts";'],
    ["of a route by the site's platform", `${WEB}/platform/a.ts`, 'import { b } from "../routes/b.tsx";'],
    ["of another feature's handlers", `${CHAT}/handlers.ts`, 'import { a } from "../photos/handlers.ts";'],
    [
      "of another feature's handlers with a prefix",
      `${CHAT}/handlers.ts`,
      'import { a } from "../photos/x-handlers.ts";',
    ],
    ["of another feature's jobs", `${CHAT}/handlers.ts`, 'import { a } from "../photos/jobs.ts";'],
    ["of another feature's other files", `${CHAT}/handlers/a.ts`, 'import { a } from "../../photos/words.ts";'],
    [
      "of a feature's handlers by the base",
      `${SERVER}/base/mail/jobs.ts`,
      'import { a } from "../members/handlers.ts";',
    ],
    [
      "of a feature by the base",
      `${SERVER}/base/mail/jobs.ts`,
      'import { a } from "../../features/photos/queries.ts";',
    ],
    [
      "of a feature's types by the base",
      `${SERVER}/base/mail/jobs.ts`,
      'import type { A } from "../../features/photos/rules.ts";',
    ],
    ["of the product by the base", `${SERVER}/base/mail/jobs.ts`, 'import { a } from "../../start/product.ts";'],
    [
      "of another part of the base that is no lower by the base",
      `${SERVER}/base/mail/jobs.ts`,
      'import { a } from "../pairs/block-queries.ts";',
    ],
    ["of the base's jobs by a feature", `${CHAT}/handlers.ts`, 'import { a } from "../../base/mail/jobs.ts";'],
    ["of a feature of a higher layer", `${CHAT}/handlers.ts`, 'import { a } from "../profiles/queries.ts";'],
    ["of types of a feature of a higher layer", `${CHAT}/rules.ts`, 'import type { A } from "../profiles/rules.ts";'],
    ["of events of a feature of a higher layer", `${CHAT}/handlers.ts`, 'import { a } from "../profiles/live.ts";'],
    [
      "of SQL fragments of a feature of a higher layer",
      `${CHAT}/queries.ts`,
      'import { a } from "../profiles/fragment-queries.ts";',
    ],
    ["of a feature of the same layer", `${FEATURES}/favorites/handlers.ts`, 'import { a } from "../visits/rules.ts";'],
    ["of a feature that stands in no layer", `${CHAT}/handlers.ts`, 'import { a } from "../chess/rules.ts";'],
    [
      "by a feature that stands in no layer",
      `${FEATURES}/chess/handlers.ts`,
      'import { a } from "../photos/rules.ts";',
    ],
    ["of other parts of the platform by queries", `${CHAT}/queries.ts`, 'import { log } from "../../platform/log.ts";'],
    [
      "of other parts of the platform by queries with a prefix",
      `${CHAT}/thread-queries.ts`,
      'import { log } from "../../platform/log.ts";',
    ],
    ["of rules by queries", `${CHAT}/queries.ts`, 'import { judge } from "./rules.ts";'],
    ["of rules by queries with a prefix", `${CHAT}/thread-queries.ts`, 'import { judge } from "./rules.ts";'],
    [
      "of another feature's queries by queries",
      `${CHAT}/queries.ts`,
      'import { findPhoto } from "../photos/queries.ts";',
    ],
    [
      "of another feature's queries by queries with a prefix",
      `${CHAT}/thread-queries.ts`,
      'import { a } from "../photos/queries.ts";',
    ],
    ["of queries by live events", `${CHAT}/live.ts`, 'import { findThread } from "./queries.ts";'],
    ["of queries by live events with a prefix", `${CHAT}/thread-live.ts`, 'import { findThread } from "./queries.ts";'],
    ["of handlers by jobs", `${CHAT}/jobs.ts`, 'import { send } from "./handlers/send.ts";'],
    ["of queries by an inventory", `${CHAT}/inventory.ts`, 'import { a } from "./queries.ts";'],
    ["of the database by an inventory", `${CHAT}/inventory.ts`, 'import { sql } from "kysely";'],
    ["of another feature's inventory", `${CHAT}/handlers.ts`, 'import { tables } from "../photos/inventory.ts";'],
    ["of handlers by commands", `${CHAT}/commands.ts`, 'import { send } from "./handlers/send.ts";'],
    [
      "of handlers with a prefix by jobs with a prefix",
      `${CHAT}/thread-jobs.ts`,
      'import { send } from "./thread-handlers.ts";',
    ],
  ];
  let forbiddenImports: ForbiddenImports;

  beforeAll(async () => {
    forbiddenImports = await cruiseCases(cases);
  });

  test.each(cases)("%s", (_, from, source) => {
    expect(forbiddenImportsOf(forbiddenImports, from, source)).not.toEqual([]);
  });
});

describe("the check allows an import", () => {
  const cases: Case[] = [
    [
      "of zod and itself by the contract",
      "packages/contract/src/chat.ts",
      'import { z } from "zod";\nimport { call } from "./call.ts";',
    ],
    [
      "of the embedded PostgreSQL by the server",
      `${SERVER}/platform/a.ts`,
      'import { start } from "@caramelo/embedded-postgres";',
    ],
    [
      "of the contract's types by the site",
      `${WEB}/root.tsx`,
      'import type { Contract } from "@caramelo/contract/contract";',
    ],
    ["of names of types by the site", `${WEB}/a.ts`, 'import { type A, type B } from "@caramelo/contract/contract";'],
    ["of limits by the site", `${WEB}/a.ts`, 'import { TEXT_MAX } from "@caramelo/contract/limits";'],
    ["of zod/mini by the site", `${WEB}/a.ts`, 'import * as z from "zod/mini";'],
    ["of features by a route", `${WEB}/routes/a.tsx`, 'import { B } from "~/features/photos/b.tsx";'],
    [
      "of itself and ui by a feature of the site",
      `${WEB}/features/chat/a.tsx`,
      'import "./b.ts";\nimport { c } from "~/ui/c.ts";',
    ],
    [
      "of other rules and of types by rules",
      `${CHAT}/rules.ts`,
      'import { a } from "../photos/rules.ts";\nimport type { B } from "kysely";',
    ],
    [
      "of another feature's queries by handlers",
      `${CHAT}/handlers.ts`,
      'import { findPhoto } from "../photos/queries.ts";',
    ],
    [
      "of another feature's queries with a prefix by handlers",
      `${CHAT}/handlers.ts`,
      'import { a } from "../photos/gallery-queries.ts";',
    ],
    ["of another feature's live events", `${CHAT}/handlers.ts`, 'import { a } from "../notifications/live.ts";'],
    ["of another feature's commands", `${CHAT}/handlers.ts`, 'import { a } from "../notifications/commands.ts";'],
    ["of the base by a feature", `${CHAT}/handlers.ts`, 'import { a } from "../../base/members/stream-queries.ts";'],
    ["of the base by the demo", `${SERVER}/demo/a.ts`, 'import { a } from "../base/members/stream-queries.ts";'],
    [
      "of the base's SQL fragments by queries",
      `${CHAT}/queries.ts`,
      'import { a } from "../../base/pairs/fragment-queries.ts";',
    ],
    [
      "of the database by queries",
      `${CHAT}/queries.ts`,
      'import { sql } from "kysely";\nimport { a } from "../../platform/database/a.ts";',
    ],
    [
      "of another feature's SQL fragments by queries",
      `${CHAT}/queries.ts`,
      'import { a } from "../photos/fragment-queries.ts";',
    ],
    [
      "of queries beside them by queries with a prefix",
      `${CHAT}/thread-queries.ts`,
      'import { a } from "./queries.ts";',
    ],
    [
      "of queries and the platform by jobs",
      `${CHAT}/jobs.ts`,
      'import { a } from "./queries.ts";\nimport { b } from "../../platform/mail.ts";',
    ],
    [
      "of the contract and of the form of inventories by an inventory",
      `${CHAT}/inventory.ts`,
      'import { periods } from "@caramelo/contract/personal-data/periods";\nimport type { A } from "../../platform/inventory.ts";',
    ],
    ["that stands in a comment", `${CHAT}/rules.ts`, '// import { readFileSync } from "node:fs";\n/* import "pg"; */'],
  ];
  let forbiddenImports: ForbiddenImports;

  beforeAll(async () => {
    forbiddenImports = await cruiseCases(cases);
  });

  test.each(cases)("%s", (_, from, source) => {
    expect(forbiddenImportsOf(forbiddenImports, from, source)).toEqual([]);
  });
});

test("the check lets each feature import those of lower layers, and no others", async () => {
  const ruleOf = (part: string) => `${SERVER}/${part.startsWith("base/") ? part : `features/${part}`}/rules.ts`;
  const files = LAYERS.flat().map(ruleOf);
  const importOf = (from: string, to: string) => `import "${path.posix.relative(path.posix.dirname(from), to)}";`;
  const forbiddenImports = await cruiseSources(
    Object.fromEntries(
      files.map((from) => [
        from,
        files
          .filter((to) => to !== from)
          .map((to) => importOf(from, to))
          .join("\n"),
      ]),
    ),
  );
  const upward = LAYERS.flatMap((parts, at) =>
    parts.flatMap((part) =>
      LAYERS.slice(at)
        .flat()
        .filter((other) => other !== part)
        .map((other) => `${ruleOf(part)} → ${ruleOf(other)}`),
    ),
  );
  const refusedImports = forbiddenImports
    .filter(({ because }) => because.includes("lower layers"))
    .map(({ from, to }) => `${from} → ${to}`);
  expect(refusedImports.sort()).toEqual(upward.sort());
});

describe("the check of import circles", () => {
  /** The circular imports among files with these imports, each as the way back to its first file: "b → a". */
  async function listCircles(imports: Record<string, string[]>): Promise<string[]> {
    const sources = Object.entries(imports).map(([name, names]) => [
      `${WEB}/${name}.ts`,
      names.map((imported) => `import type { A } from "./${imported}.ts";`).join("\n"),
    ]);
    const forbiddenImports = await cruiseSources(Object.fromEntries(sources));
    return forbiddenImports.map(({ to }) => to.replaceAll(`${WEB}/`, "").replaceAll(".ts", ""));
  }

  test("refuses a file that imports itself", async () => {
    expect(await listCircles({ a: ["a"] })).toEqual(["a"]);
  });

  test("refuses two files that import each other", async () => {
    expect(await listCircles({ a: ["b"], b: ["a"] })).toEqual(["b → a"]);
  });

  test("refuses a longer circle behind files that are no part of it", async () => {
    expect(await listCircles({ a: ["b"], b: ["c", "x"], c: ["d"], d: ["b"], x: [] })).toEqual(["c → d → b"]);
  });

  test("refuses each of several circles", async () => {
    expect(await listCircles({ a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] })).toHaveLength(2);
  });

  test("allows files that are imported on several ways", async () => {
    expect(await listCircles({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] })).toEqual([]);
  });
});

describe("the check of the layers", () => {
  const files = LAYERS.flat().map((part) => `${SERVER}/${part.startsWith("base/") ? part : `features/${part}`}/a.ts`);

  test("passes when each feature is in one layer", () => {
    expect(judgeLayers([...files, `${SERVER}/platform/a.ts`])).toEqual([]);
  });

  test("refuses a feature without a layer", () => {
    expect(judgeLayers([...files, `${FEATURES}/chess/a.ts`])).toEqual(["chess stands in no layer"]);
  });

  test("refuses a feature that is gone", () => {
    expect(judgeLayers(files.filter((file) => !file.includes("/visits/")))).toEqual([
      "visits is in a layer, and is no feature",
    ]);
  });

  test("refuses a feature above the layer that it needs", () => {
    const layers = [["base/audit"], ["photos"], ["visits", "people"]];
    const uses: [string, string][] = [
      [`${FEATURES}/photos/a.ts`, `${SERVER}/base/audit/a.ts`],
      [`${FEATURES}/visits/a.ts`, `${FEATURES}/photos/a.ts`],
      [`${FEATURES}/people/a.ts`, `${SERVER}/base/audit/a.ts`],
    ];
    expect(judgeHeights(uses, layers)).toEqual(["people uses nothing above layer 1, where it belongs"]);
  });

  test("finds the same layers in CONTRIBUTING.md", () => {
    const guide = readFileSync(new URL("../CONTRIBUTING.md", import.meta.url), "utf8");
    const [, table = ""] = /\| layer \| what it is \|\n.*\n((?:\|.*\n)+)/.exec(guide) ?? [];
    const rows = table.trim().split("\n");
    const layers = rows.map((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(layers).toEqual(LAYERS);
  });
});
