import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironment } from "./read-environment.ts";

test.each<Record<string, string>>([{}, { MASTER_KEY: Buffer.alloc(32, 1).toString("base64") }])(
  "[D1.17] a production with %j that lacks its company makes no database to look for it in a folder where none was",
  async (key) => {
    const folder = mkdtempSync(join(tmpdir(), "caramelo-settings-"));
    // The user that PostgreSQL runs as could enter this folder.
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const settingsResult = await readEnvironment({ PUBLIC_URL: "https://caramelo.example", DATA_DIR: folder, ...key });
    expect(settingsResult).toMatchObject({ ok: false, lacksCompany: true });
    expect(readdirSync(folder)).toEqual([]);
  },
);
