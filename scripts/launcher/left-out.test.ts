import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listLeftOut } from "./left-out.mjs";
import { TEST_PARTS } from "./test-parts.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ALL = TEST_PARTS.map(({ key }) => key);

/** Runs a line of code where no command is found but Node itself. */
function runAlone(code: string): string {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", code];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: "" },
    encoding: "utf8",
  });
  expect(`${status} ${stderr}`).toBe("0 ");
  return stdout.trim();
}

test("a machine without redis-server names what it left out, for each part that it ran", () => {
  const [nodes, chaos, ...others] = listLeftOut(ALL, false);
  expect(nodes).toContain("apps/server/src/nodes*.test.ts");
  expect(chaos).toContain("chaos/nodes.test.ts");
  expect(others).toEqual([]);
  expect(listLeftOut(["chaos"], false)).toEqual([chaos]);
  expect(listLeftOut(["rules"], false)).toEqual([]);
  expect(listLeftOut(ALL, true)).toEqual([]);
});

test("without redis-server on its path a machine leaves out the tests that it names", () => {
  const named = runAlone(
    `import { listLeftOut } from "./scripts/launcher/left-out.mjs"; console.log(listLeftOut(["feature", "chaos"]).length)`,
  );
  expect(named).toBe("2");
  const excluded = runAlone(`
    import config from "./vitest.config.ts";
    const of = (name) => config.test.projects.find(({ test }) => test.name === name).test.exclude;
    console.log(JSON.stringify([of("feature-heavy"), of("chaos")].flat().filter((pattern) => pattern.includes("nodes"))))`);
  expect([...new Set(JSON.parse(excluded))]).toEqual(["apps/server/src/nodes*.test.ts", "chaos/nodes.test.ts"]);
});
