// A spreadsheet reads a cell that begins with one of these characters as a formula. A spreadsheet that splits cells at
// other characters than the semicolon may begin a cell inside a text, so the characters are found there, too.
const FORMULA = /(^|[,;|\s])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Rows as CSV with semicolons, which Portuguese spreadsheets expect, and a byte order mark that says it is UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(";")).join("\r\n")}\r\n`;
}

function toCell(text: string): string {
  return `"${text.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;
}
