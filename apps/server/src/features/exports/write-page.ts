import { CATEGORY_NAMES, type CategoryName } from "@caramelo/contract/personal-data/categories";
import { exportTitles } from "@caramelo/contract/personal-data/export-texts";
import type { Row, Section } from "./list-sections.ts";
import {
  bubble,
  categoryEnd,
  categoryHead,
  conversationEnd,
  conversationHead,
  listTitle,
  pageEnd,
  pageHead,
  photoFigure,
  rowCard,
  tableEnd,
  tableHead,
  tableRow,
} from "./page-rules.ts";

/** The page that shows the export without a network, a piece at a time. `onList` is called before each list. */
export function writePage(
  sections: readonly Section[],
  madeAt: Date,
  onList: () => Promise<void>,
): AsyncIterable<string> {
  return writeAll(sections, madeAt, onList);
}

async function* writeAll(sections: readonly Section[], madeAt: Date, onList: () => Promise<void>) {
  const categories = CATEGORY_NAMES.filter((name) => sections.some(({ category }) => category === name));
  yield pageHead(categories, madeAt);
  for (const category of categories) yield* writeCategory(category, sections, onList);
  yield pageEnd;
}

async function* writeCategory(category: CategoryName, sections: readonly Section[], onList: () => Promise<void>) {
  yield categoryHead(category);
  let isEmpty = true;
  for (const section of inOrder(sections.filter((one) => one.category === category))) {
    await onList();
    for await (const piece of writeList(section)) {
      if (piece.isFirst) yield listTitle(section.name);
      isEmpty = false;
      yield piece.html;
    }
  }
  yield categoryEnd(isEmpty);
}

const TITLES = Object.keys(exportTitles);
const inOrder = (sections: Section[]) => sections.toSorted((a, b) => TITLES.indexOf(a.name) - TITLES.indexOf(b.name));

/** Pieces of a list; a list without rows has none. */
async function* writeList({ name, read }: Section): AsyncGenerator<{ html: string; isFirst: boolean }> {
  let isFirst = true;
  for await (const html of piecesOf(name, read())) {
    yield { html, isFirst };
    isFirst = false;
  }
}

function piecesOf(name: string, rows: AsyncIterable<Row>): AsyncIterable<string> {
  if (name === "message") return writeConversations(rows);
  if (TABLES.has(name)) return writeTable(name, rows);
  if (name === "photo" || name === "hiddenPhoto") return writePhotos(rows);
  return writeRows(name, rows);
}

async function* writeRows(name: string, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield rowCard(name, row);
}

/** Lists whose rows are compared with each other, so that a table shows them best. */
const TABLES = new Set(["productOrder", "orderEvent", "moneyReturn"]);

async function* writeTable(name: string, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let fields: string[] | undefined;
  for await (const row of rows) {
    // All rows of a list have the same fields.
    if (!fields) {
      fields = Object.keys(row);
      yield tableHead(name, fields);
    }
    yield tableRow(name, fields, row);
  }
  if (fields) yield tableEnd;
}

async function* writePhotos(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let number = 0;
  for await (const row of rows) {
    if (number === 0) yield `<div class="photos">\n`;
    number += 1;
    yield photoFigure(row, number);
  }
  if (number > 0) yield "</div>\n";
}

async function* writeConversations(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let open: unknown;
  for await (const row of rows) {
    // The rows are made by `readMessages`, with these fields.
    const message = row as unknown as MessageRow;
    if (message.conversation !== open) {
      if (open !== undefined) yield conversationEnd;
      open = message.conversation;
      yield conversationHead(message.isMine ? message.recipient : message.sender);
    }
    yield bubble({ ...message, warnings: message.warnings ?? [] });
  }
  if (open !== undefined) yield conversationEnd;
}

type MessageRow = Omit<Parameters<typeof bubble>[0], "warnings"> & {
  conversation: number;
  sender: string;
  recipient: string;
  warnings: string[] | null;
};
