import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { builtOr, replaceBuild, stampSources } from "./build-server.mjs";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "caramelo-build-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

function write(name: string, text: string) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

/** Writes a file of the built server, as the bundler does. */
const bundle = (text: string) => async (folder: string) => {
  writeFileSync(path.join(folder, "server.mjs"), text);
  return { code: 0, output: "" };
};
const readServer = () => readFileSync(path.join(root, "build/server.mjs"), "utf8");

test("a build takes the place of the last one, and nothing else is left", async () => {
  await replaceBuild(path.join(root, "build"), "a", bundle("first"));
  await replaceBuild(path.join(root, "build"), "b", bundle("second"));
  expect(readServer()).toBe("second");
  expect(readdirSync(root)).toEqual(["build"]);
});

test("a build can be read by all who may read the project", async () => {
  mkdirSync(path.join(root, "usual"));
  await replaceBuild(path.join(root, "build"), "a", bundle("first"));
  expect(statSync(path.join(root, "build")).mode).toBe(statSync(path.join(root, "usual")).mode);
});

test("of two builds of the same sources the one that ends first stays, as it may be loading already", async () => {
  const build = path.join(root, "build");
  await replaceBuild(build, "a", async (folder) => {
    await replaceBuild(build, "a", bundle("first"));
    return bundle("second")(folder);
  });
  expect(readServer()).toBe("first");
  expect(readdirSync(root)).toEqual(["build"]);
});

test("the remains of a build that was broken off are removed after an hour", async () => {
  for (const name of ["build-old", "build-new", "builder"]) mkdirSync(path.join(root, name));
  const long = Date.now() / 1_000 - 3_601;
  for (const name of ["build-old", "builder"]) utimesSync(path.join(root, name), long, long);
  await replaceBuild(path.join(root, "build"), "a", bundle("first"));
  expect(readdirSync(root).toSorted()).toEqual(["build", "build-new", "builder"]);
});

test("a bundler that fails is quoted, and leaves the last build as it was", async () => {
  await replaceBuild(path.join(root, "build"), "a", bundle("first"));
  const attempt = replaceBuild(path.join(root, "build"), "b", async () => ({ code: 1, output: "no such export\n" }));
  await expect(attempt).rejects.toThrow("no such export\nThe server could not be built.");
  expect(readServer()).toBe("first");
  expect(readdirSync(root)).toEqual(["build"]);
});

test("a build does not exist before it is complete", async () => {
  const build = path.join(root, "build");
  let wasThere = true;
  await replaceBuild(build, "a", async (folder) => {
    wasThere = existsSync(build);
    return bundle("first")(folder);
  });
  expect(wasThere).toBe(false);
});

test("the sources run in place of a build that cannot be made, and the reason is printed", async () => {
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  expect(await builtOr(async () => "built.mjs", "sources.ts")).toBe("built.mjs");
  expect(output).not.toHaveBeenCalled();
  expect(await builtOr(() => Promise.reject(new Error("EACCES: permission denied")), "sources.ts")).toBe("sources.ts");
  expect(output.mock.calls.join("")).toMatch(/^EACCES: permission denied\n.+ from its sources/);
});

test("the stamp changes with the sources and packages of the server, and not with a new test", () => {
  for (const folder of [
    "apps/server/src",
    "packages/contract/src",
    "packages/embedded-postgres/src",
    "packages/member-index/src",
  ])
    write(`${folder}/one.ts`, "export const one = 1;");
  for (const name of ["bundle.mjs", "bundle-migrations.mjs", "start-built.mjs"]) write(`apps/server/${name}`, "");
  for (const name of [
    "package-lock.json",
    "tsconfig.base.json",
    "packages/contract/package.json",
    "packages/embedded-postgres/package.json",
    "packages/member-index/package.json",
  ])
    write(name, "{}");
  const first = stampSources("server", root);
  write("apps/server/src/one.test.ts", "a test");
  expect(stampSources("server", root)).toBe(first);
  write("packages/contract/package.json", '{ "exports": {} }');
  const second = stampSources("server", root);
  expect(second).not.toBe(first);
  write("apps/server/src/deep/two.ts", "export const two = 2;");
  expect(stampSources("server", root)).not.toBe(second);
});
