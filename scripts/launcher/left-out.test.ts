import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeLeftOut, excludeLeftOut } from "./left-out.mjs";
import { TEST_PARTS } from "./test-parts.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ALL = TEST_PARTS.map(({ key }) => key);

/** Runs Node on its own, where no other command is found, and answers what it wrote. */
function runWithoutCommands(args: string[], env: NodeJS.ProcessEnv = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: ROOT,
    env: { ...env, PATH: "" },
    encoding: "utf8",
  });
  expect(`${status} ${stderr}`).toBe("0 ");
  return stdout.trim();
}

test("a machine without redis-server says what it left out and why, for each part that it ran", () => {
  const [nodes, chaos, ...others] = describeLeftOut(ALL, false);
  expect(nodes).toContain("apps/server/src/nodes*.test.ts, because this machine has no redis-server");
  expect(chaos).toContain("chaos/nodes.test.ts, because");
  expect(others).toEqual([]);
  expect(describeLeftOut(["chaos"], false)).toEqual([chaos]);
  expect(describeLeftOut(["rules"], false)).toEqual([]);
  expect(describeLeftOut(ALL, true)).toEqual([]);
});

test("only a run without redis-server leaves tests out, and just those that it names", () => {
  const files = (hasRedis: boolean) => ALL.map((key) => excludeLeftOut(key, hasRedis).TESTS_LEFT_OUT);
  expect(new Set(files(true))).toEqual(new Set([""]));
  expect(new Set(files(false))).toEqual(new Set(["", "apps/server/src/nodes*.test.ts", "chaos/nodes.test.ts"]));

  const code = `import { excludeLeftOut } from "./scripts/launcher/left-out.mjs"; console.log(excludeLeftOut("chaos").TESTS_LEFT_OUT)`;
  expect(runWithoutCommands(["--input-type=module", "--eval", code])).toBe("chaos/nodes.test.ts");
});

test("the names of tests do not depend on what is installed", () => {
  const list = (env: NodeJS.ProcessEnv) =>
    runWithoutCommands(["node_modules/vitest/vitest.mjs", "list", "--filesOnly", "--project=chaos"], env);
  expect(list({})).toContain("chaos/nodes.test.ts");
  expect(list(excludeLeftOut("chaos", false))).not.toContain("chaos/nodes.test.ts");
});
