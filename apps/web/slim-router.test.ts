import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { describe, expect, test } from "vitest";
import { findMisuse } from "./slim-router/app-rules.ts";
import { applyCuts } from "./slim-router/cut.ts";
import { CUT_FILES } from "./slim-router/cut-files.ts";

const LIBRARY = fileURLToPath(new URL("../../node_modules/react-router/dist/production/lib/", import.meta.url));
const readLibrary = (file: string) => readFileSync(`${LIBRARY}${file}`, "utf8");

/** Every name that a module gives away. */
function listExports(code: string): string[] {
  return [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
}

describe.each(CUT_FILES)("the slim $file of React Router", (cutFile) => {
  const whole = readLibrary(cutFile.file);

  test("is cut from the very text the cuts were judged by", () => {
    expect(createHash("sha256").update(whole).digest("hex")).toBe(cutFile.sha256);
  });

  test("gives away the same names, and is a valid module", () => {
    const slim = applyCuts(whole, cutFile);
    expect(listExports(slim)).toEqual(listExports(whole));
    expect(listExports(slim).length).toBeGreaterThan(0);
    expect(slim.length).toBeLessThan(whole.length);
    expect(() => parseAst(slim)).not.toThrow();
  });
});

test("a cut that fits no place, or two, stops the build", () => {
  const cut = (from: string, upTo?: string) => () =>
    applyCuts("a();\n\tb();\nb();", { file: "x.js", sha256: "", cuts: [{ from, ...(upTo && { upTo }) }] });
  expect(cut("c();")).toThrow("x.js");
  expect(cut("b();")).toThrow("x.js");
  expect(cut("a();", "c();")).toThrow("x.js");
  expect(cut("a();", "b();")()).toBe("b();\nb();");
});

describe("our own code on the slim React Router", () => {
  const ROUTE = "/caramelo/apps/web/app/routes/busca.tsx";
  const ROOT = "/caramelo/apps/web/app/root.tsx";

  test.each([
    ['import { Link, type To, useHref as href } from "react-router";', undefined],
    ['import type { Form } from "react-router";', undefined],
    ['import { Form } from "react-router";', "imports Form"],
    ['import {\n  Link,\n  useFetcher,\n} from "react-router";', "imports useFetcher"],
    ['import * as router from "react-router";', "imports *"],
    ['import { Link } from "react-router";\n<Link prefetch="intent" to="/" />', "uses prefetch"],
    ['import { useNavigate } from "react-router";\ngo("/", { viewTransition: true });', "uses viewTransition"],
    ['import { Link } from "react-router";\n<link rel="prefetch" className="mask-image" />', undefined],
    ["export async function clientLoader() {}", undefined],
    ["export async function clientAction() {}", "exports clientAction"],
    ["export const middleware = [];", "exports middleware"],
  ])("%j: %s", (source, misuse) => {
    expect(findMisuse(ROUTE, source)).toBe(misuse);
  });

  test("the root must have its own faces for errors and for waiting", () => {
    expect(findMisuse(ROOT, "export function ErrorBoundary() {}")).toBe("lacks HydrateFallback");
    expect(
      findMisuse(ROOT, "export function ErrorBoundary() {}\nexport function HydrateFallback() {}"),
    ).toBeUndefined();
  });
});
