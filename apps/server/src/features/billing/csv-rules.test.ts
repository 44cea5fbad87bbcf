import { expect, test } from "vitest";
import { toCsv } from "./csv-rules.ts";

test("a table is written with semicolons, quotes doubled, and no cell is a formula", () => {
  const csv = toCsv([
    ["nome", "valor"],
    ['=HYPERLINK("http://x")', "-47,00"],
    ["Ana; Bia\nCia", "+1"],
    ["@soma", "\tx"],
  ]);
  expect(csv).toBe(
    '\uFEFF"nome";"valor"\r\n"\'=HYPERLINK(""http://x"")";"\'-47,00"\r\n"Ana; Bia\nCia";"\'+1"\r\n"\'@soma";"\'\tx"\r\n',
  );
});

test("no cell becomes a formula where a spreadsheet splits at other characters, nor by wide signs", () => {
  for (const text of ["Ana,=1+1", "Ana;=1+1", "Ana|=1+1", "Ana\n=1+1", "Ana, @soma", "＝1", "\n=1"]) {
    const cell = toCsv([[text]]).slice(1, -2);
    expect(cell).not.toMatch(/(^"|[,;|\s])[=+\-@＝＋－＠]/);
  }
  expect(toCsv([["ana+pix@exemplo.invalid", "Ana-Lúcia"]])).toContain('"ana+pix@exemplo.invalid";"Ana-Lúcia"');
});
