import { CONVERSATION_ROW_PX } from "@caramelo/contract/limits";
import type { Conversation } from "../types.ts";

export const unreadWord = (count: number) => (count === 1 ? "mensagem não lida" : "mensagens não lidas");

/** The conversations with unread messages. */
export const listUnread = (rows: Conversation[]): Conversation[] => rows.filter(({ unread }) => unread > 0);

/** The text of the link from the dropdown to the conversations that do not fit into it. */
export const moreConversations = (count: number) =>
  count === 1 ? "Ver mais 1 conversa" : `Ver mais ${count} conversas`;

/** Rows above and below the screen that are drawn too, so that nothing is blank while the member scrolls. */
const ROWS_BEYOND = 8;

/** Rows grow with the size of text that the member has set in the browser. */
export const rowHeight = (rootFontSizePx: number) => (CONVERSATION_ROW_PX * rootFontSizePx) / 16;

/** What shows of a list whose rows are all as high as one. */
type View = { top: number; height: number; rowPx: number };

/** The rows of a list to draw: `to` is the first row after them. */
export function findRowWindow({ top, height, rowPx }: View, count: number): { from: number; to: number } {
  const first = Math.floor(top / rowPx);
  const last = Math.ceil((top + height) / rowPx);
  const to = Math.min(count, last + ROWS_BEYOND);
  return { from: Math.max(0, Math.min(first - ROWS_BEYOND, to)), to };
}
