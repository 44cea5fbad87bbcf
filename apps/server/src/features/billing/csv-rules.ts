// A spreadsheet reads a cell that begins with one of these as a formula. One that splits at other characters than ours
// lets a cell begin inside a text, too.
const FORMULA = /(^|[,;|\s])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Rows as CSV with semicolons, which spreadsheets in Portuguese expect, and a mark that says it is UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(";")).join("\r\n")}\r\n`;
}

function toCell(text: string): string {
  return `"${text.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;
}
