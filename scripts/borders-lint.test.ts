import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";

// Two borders are rules of the linter. These tests show that the project's configuration enforces them.
const BIOME = fileURLToPath(new URL("../node_modules/@biomejs/biome/bin/biome", import.meta.url));
const { vcs: _vcs, ...CONFIG } = JSON.parse(readFileSync(new URL("../biome.json", import.meta.url), "utf8"));

/** What the linter prints about these sources, in a separate folder, because the whole project would take long. */
function lint(sources: Record<string, string>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "borders-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, source] of Object.entries({ ...sources, "biome.json": JSON.stringify(CONFIG) })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), source);
  }
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, "lint", "--colors=off", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  return stdout + stderr;
}

describe("the linter", () => {
  test("refuses a default export, except in a route", () => {
    const findings = lint({
      "apps/web/app/ui/a.tsx": "export default 1;\n",
      "apps/web/app/routes/b.tsx": "export default 1;\n",
    });
    expect(findings).toContain("a.tsx:1:8 lint/style/noDefaultExport");
    expect(findings).not.toContain("b.tsx");
  });

  test("refuses a file that only re-exports", () => {
    const findings = lint({
      "apps/web/app/ui/index.ts": 'export * from "./b.ts";\n',
      "apps/web/app/ui/b.ts": "export const a = 1;\n",
    });
    expect(findings).toContain("index.ts:1:1 lint/performance/noBarrelFile");
  });
});
