import { expect, test } from "vitest";
import { hasImpureRules, judgeImport } from "./borders.mjs";
import { readImports, resolveImport } from "./read-imports.mjs";

/** How often the import crosses a border. */
function judge(from: string, statement: string): number {
  return readImports(statement).flatMap(({ specifier, isType }) => {
    return judgeImport({ from, to: resolveImport(from, specifier), isType });
  }).length;
}

const SERVER = "apps/server/src";
const CHAT = `${SERVER}/features/chat`;
const WEB = "apps/web/app";

test.each([
  ["contract → another package", "packages/contract/src/chat.ts", 'import { uuidv7 } from "uuidv7";'],
  ["contract → server", "packages/contract/src/chat.ts", 'import type { A } from "../../../apps/server/src/a.ts";'],
  ["server → site", `${SERVER}/http.ts`, 'import type { A } from "../../web/app/a.ts";'],
  ["site → server, even types", `${WEB}/root.tsx`, 'import type { A } from "../../server/src/a.ts";'],
  ["site → contract at run time", `${WEB}/root.tsx`, 'import { contract } from "@caramelo/contract/contract";'],
  ["site → contract by a call", `${WEB}/root.tsx`, 'const a = await import("@caramelo/contract/contract");'],
  ["site → contract re-exported", `${WEB}/root.tsx`, 'export { contract } from "@caramelo/contract/contract";'],
  ["site → the whole zod", `${WEB}/root.tsx`, 'import * as z from "zod";'],
  ["a feature of the site → another", `${WEB}/features/chat/a.tsx`, 'import { B } from "~/features/photos/b.tsx";'],
  ["a feature of the site → a route", `${WEB}/features/chat/a.tsx`, 'import { B } from "../../routes/b.tsx";'],
  ["ui → a feature", `${WEB}/ui/a.tsx`, 'import { B } from "~/features/photos/b.tsx";'],
  ["the site's platform → a feature", `${WEB}/platform/a.ts`, 'import { b } from "../features/photos/b.ts";'],
  ["rules → files", `${CHAT}/rules.ts`, 'import { readFileSync } from "node:fs";'],
  ["rules → the database", `${CHAT}/rules.ts`, 'import { sql } from "kysely";'],
  ["rules → queries", `${CHAT}/rules.ts`, 'import { findRoom } from "./queries.ts";'],
  ["rules → platform", `${CHAT}/rules.ts`, 'import { newId } from "../../platform/ids.ts";'],
  ["rules of the site → React", `${WEB}/features/chat/rules.ts`, 'import { useState } from "react";'],
  [
    "platform → a feature, even types",
    `${SERVER}/platform/a.ts`,
    'import type { A } from "../features/chat/rules.ts";',
  ],
  ["a feature → another's handlers", `${CHAT}/handlers.ts`, 'import { a } from "../photos/handlers.ts";'],
  ["a feature → another's inner file", `${CHAT}/handlers/a.ts`, 'import { a } from "../../photos/words.ts";'],
  ["queries → another part of the platform", `${CHAT}/queries.ts`, 'import { log } from "../../platform/log.ts";'],
  ["queries → rules", `${CHAT}/queries.ts`, 'import { judge } from "./rules.ts";'],
  ["queries → another's queries", `${CHAT}/queries.ts`, 'import { findPhoto } from "../photos/queries.ts";'],
  ["live → queries", `${CHAT}/live.ts`, 'import { findRoom } from "./queries.ts";'],
  ["jobs → handlers", `${CHAT}/jobs.ts`, 'import { send } from "./handlers/send.ts";'],
])("%s is refused", (_, from, statement) => {
  expect(judge(from, statement)).toBeGreaterThan(0);
});

test.each([
  [
    "contract → zod and itself",
    "packages/contract/src/chat.ts",
    'import { z } from "zod";\nimport { call } from "./call.ts";',
  ],
  ["site → types of the contract", `${WEB}/root.tsx`, 'import type { Contract } from "@caramelo/contract/contract";'],
  ["site → only type names", `${WEB}/a.ts`, 'import { type A, type B } from "@caramelo/contract/contract";'],
  ["site → limits", `${WEB}/a.ts`, 'import { TEXT_MAX } from "@caramelo/contract/limits";'],
  ["site → zod/mini", `${WEB}/a.ts`, 'import * as z from "zod/mini";'],
  ["a route → features", `${WEB}/routes/a.tsx`, 'import { B } from "~/features/photos/b.tsx";'],
  [
    "a feature → itself, ui and platform",
    `${WEB}/features/chat/a.tsx`,
    'import "./b.ts";\nimport { c } from "~/ui/c.ts";',
  ],
  [
    "rules → other rules and types",
    `${CHAT}/rules.ts`,
    'import { a } from "../photos/rules.ts";\nimport type { B } from "kysely";',
  ],
  ["handlers → another's queries", `${CHAT}/handlers.ts`, 'import { findPhoto } from "../photos/queries.ts";'],
  [
    "queries → the database",
    `${CHAT}/queries.ts`,
    'import { sql } from "kysely";\nimport { a } from "../../platform/database/a.ts";',
  ],
  [
    "jobs → queries and platform",
    `${CHAT}/jobs.ts`,
    'import { a } from "./queries.ts";\nimport { b } from "../../platform/mail.ts";',
  ],
  ["a comment", `${CHAT}/rules.ts`, '// import { readFileSync } from "node:fs";\n/* import "pg"; */'],
])("%s is allowed", (_, from, statement) => {
  expect(judge(from, statement)).toBe(0);
});

test("an import over several lines is read", () => {
  expect(readImports('import {\n  a,\n  type B,\n} from "./a.ts";\n')).toEqual([
    { specifier: "./a.ts", isType: false },
  ]);
});

test("rules get the clock and chance handed in", () => {
  const file = `${CHAT}/rules.ts`;
  expect(hasImpureRules(file, "const now = new Date();")).toBe(true);
  expect(hasImpureRules(file, "return Date.now() - then;")).toBe(true);
  expect(hasImpureRules(file, "return Math.random();")).toBe(true);
  expect(hasImpureRules(file, "return new Date(now.getTime() + 1); // never new Date()")).toBe(false);
  expect(hasImpureRules(`${CHAT}/handlers.ts`, "const now = new Date();")).toBe(false);
});
