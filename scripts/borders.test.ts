import { describe, expect, test } from "vitest";
import { hasImpureRules, hasOwnFormat, judgeImport } from "./borders.mjs";
import { judgeLayers, LAYERS, leadsUpward } from "./layers.mjs";
import { readImports, resolveImport } from "./read-imports.mjs";

/** How many borders the imports of a source text cross. */
function countCrossings(from: string, source: string): number {
  return readImports(source).flatMap(({ specifier, isType }) => {
    return judgeImport({ from, to: resolveImport(from, specifier), isType });
  }).length;
}

const SERVER = "apps/server/src";
const FEATURES = `${SERVER}/features`;
const CHAT = `${FEATURES}/messaging`;
const WEB = "apps/web/app";

describe("the check refuses an import", () => {
  test.each([
    ["of another package by the contract", "packages/contract/src/chat.ts", 'import { uuidv7 } from "uuidv7";'],
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
    ["of schemas by the site in an export", `${WEB}/a.tsx`, 'export { contract } from "@caramelo/contract/contract";'],
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
      "of another part of the base by the base",
      `${SERVER}/base/mail/jobs.ts`,
      'import { a } from "../audit/queries.ts";',
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
    ["of handlers by commands", `${CHAT}/commands.ts`, 'import { send } from "./handlers/send.ts";'],
    [
      "of handlers with a prefix by jobs with a prefix",
      `${CHAT}/thread-jobs.ts`,
      'import { send } from "./thread-handlers.ts";',
    ],
  ])("%s", (_, from, source) => {
    expect(countCrossings(from, source)).toBeGreaterThan(0);
  });
});

describe("the check allows an import", () => {
  test.each([
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
      'import { a } from "../../base/members/pair-fragment-queries.ts";',
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
    ["that stands in a comment", `${CHAT}/rules.ts`, '// import { readFileSync } from "node:fs";\n/* import "pg"; */'],
  ])("%s", (_, from, source) => {
    expect(countCrossings(from, source)).toBe(0);
  });
});

test("of two features that import each other, directly or through others, one import is refused", () => {
  const parts = LAYERS.flat();
  const folderOf = (part: string) => `${SERVER}/${part.startsWith("base/") ? part : `features/${part}`}`;
  const imports = (one: string, other: string) =>
    !leadsUpward({ from: `${folderOf(one)}/rules.ts`, to: `${folderOf(other)}/rules.ts` });
  const chains = parts.map((start) => {
    const reached = new Set<string>();
    const follow = (part: string): void => {
      for (const next of parts.filter((one) => one !== part && imports(part, one) && !reached.has(one))) {
        reached.add(next);
        follow(next);
      }
    };
    follow(start);
    return { start, reached };
  });
  expect(chains.filter(({ start, reached }) => reached.has(start))).toEqual([]);
});

describe("the check of the layers", () => {
  const files = LAYERS.flat().map((part) => `${SERVER}/${part.startsWith("base/") ? part : `features/${part}`}/a.ts`);

  test("passes when each feature stands in one layer", () => {
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
});

test("the check reads an import over several lines", () => {
  expect(readImports('import {\n  a,\n  type B,\n} from "./a.ts";\n')).toEqual([
    { specifier: "./a.ts", isType: false },
  ]);
});

test("the check refuses rules that read the clock or draw random numbers", () => {
  const file = `${CHAT}/rules.ts`;
  expect(hasImpureRules(file, "const now = new Date();")).toBe(true);
  expect(hasImpureRules(file, "return Date.now() - then;")).toBe(true);
  expect(hasImpureRules(file, "return Math.random();")).toBe(true);
  expect(hasImpureRules(file, "return crypto.randomUUID();")).toBe(true);
  expect(hasImpureRules(file, "return randomBytes(16);")).toBe(true);
  expect(hasImpureRules(file, "return new Date(now.getTime() + 1); // never new Date()")).toBe(false);
  expect(hasImpureRules(`${CHAT}/handlers.ts`, "const now = new Date();")).toBe(false);
});

test.each([
  'new Intl.NumberFormat("pt-BR")',
  'count.toLocaleString("pt-BR")',
  "new Date(at).toLocaleDateString()",
  "a.toDateString() === b.toDateString()",
  "new Date().getFullYear()",
  "new Date(at).getHours()",
  'count === 1 ? "foto" : "fotos"',
  "count === 1 ? `1 foto` : many",
])("%s stands only where the contract writes for people", (source) => {
  const files = ["apps/web/app/ui/a.tsx", `${CHAT}/mail-rules.ts`, "packages/contract/src/texts/billing.ts"];
  expect(files.map((file) => hasOwnFormat(file, source))).toEqual([true, true, true]);
  expect(hasOwnFormat("packages/contract/src/formats/counts.ts", source)).toBe(false);
});

test.each(["day.getUTCFullYear()", "name.toLocaleUpperCase()", "page === 1 ? undefined : page", "at.toISOString()"])(
  "%s writes nothing for people",
  (source) => {
    expect(hasOwnFormat("apps/web/app/ui/a.tsx", source)).toBe(false);
  },
);
