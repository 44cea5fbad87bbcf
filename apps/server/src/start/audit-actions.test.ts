import { globSync, readFileSync } from "node:fs";
import { auditActionName, auditActions } from "@caramelo/contract/audit/actions";
import { expect, test } from "vitest";

const folder = new URL("../", import.meta.url);
const sources = globSync("**/*.ts", { cwd: folder }).filter((file) => !/\.test\.|^(migrations|testing)/.test(file));

/** Returns what a source file passes to the audit log, as in `action: "thing.changed"`; of `a ? b : c`, both. */
function listActions(file: string): string[] {
  const source = readFileSync(new URL(file, folder), "utf8");
  if (!/\b(addAuditEntry|auditStaffAction)/.test(source)) return [];
  const places = source.matchAll(/\b(?:action(?::| =)|auditStaffAction\()[^;{}]*/g);
  return [...places].flatMap(([text]) =>
    [...text.matchAll(/["`]([a-z-]+\.[a-z$-]+)/g)].map(([, action = ""]) => action),
  );
}

test("[D5.21] every action that the server records has a name in Portuguese", () => {
  const actions = sources.flatMap(listActions);
  expect(actions.length).toBeGreaterThan(10);
  const names = Object.keys(auditActions);
  // The source shows only the beginning of a template such as `notice.${status}`. It passes when some named action
  // begins so.
  const isNamed = (action: string) =>
    action.endsWith(".$") ? names.some((name) => name.startsWith(action.slice(0, -1))) : names.includes(action);
  expect([...new Set(actions)].filter((action) => !isNamed(action))).toEqual([]);
});

test("an action of an older version is shown by its own word", () => {
  expect(auditActionName("mail.read")).toBe("E-mail guardado lido");
  expect(auditActionName("thing.forgotten")).toBe("thing.forgotten");
});
