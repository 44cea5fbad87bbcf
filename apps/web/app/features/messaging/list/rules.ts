import { countWords, pluralWord } from "@caramelo/contract/formats/counts";
import { CONVERSATION_ROW_PX, PRESENCE_ORDER } from "@caramelo/contract/limits";
import { listRows } from "../sync/stream-rules.ts";
import type { Conversation, ConversationPage } from "../types.ts";

export const unreadWord = (count: number) => pluralWord(count, "mensagem não lida", "mensagens não lidas");

export const listUnread = (rows: Conversation[]): Conversation[] => rows.filter(({ unread }) => unread > 0);

/**
 * The loaded rows in list order: by presence, then by the latest message. Rows that sort after the last page's end stay
 * hidden until the list reaches them, because rows before them are not loaded yet.
 */
export function listInOrder(pages: ConversationPage[]): Conversation[] {
  const rows = listRows(pages);
  const [last, lastSeq] = pages.at(-1)?.next?.split(".") ?? [];
  let isPast = false;
  return PRESENCE_ORDER.flatMap((presence) => {
    const isLast = presence === last;
    const group = rows.filter((row) => row.peer.presence === presence && !isPast);
    isPast ||= isLast;
    return isLast ? group.filter((row) => row.lastSeq >= Number(lastSeq)) : group;
  });
}

/** The order while rows may not move: existing rows stay, new ones come last. */
export function keepOrder(shownIds: readonly string[], nextIds: readonly string[]): string[] {
  const knownIds = new Set(shownIds);
  return [...shownIds, ...nextIds.filter((id) => !knownIds.has(id))];
}

/** The number of search results, for screen readers. */
export function foundConversations(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${count} conversas encontradas`;
  return countWords(count, "conversa encontrada", "conversas encontradas");
}

/** The text of the link from the dropdown to the remaining conversations. */
export const moreConversations = (count: number) => `Ver mais ${countWords(count, "conversa", "conversas")}`;

/** Extra rows rendered above and below the screen, so that scrolling shows no blank space. */
const ROWS_BEYOND = 8;

/** The height of a row in pixels. It grows with the browser's text size. */
export const rowHeight = (rootFontSizePx: number) => (CONVERSATION_ROW_PX * rootFontSizePx) / 16;

/** The visible part of a list with rows of equal height. */
type View = { top: number; height: number; rowPx: number };

/** The rows to render: `to` is the first row after them. */
export function findRowWindow({ top, height, rowPx }: View, count: number): { from: number; to: number } {
  const first = Math.floor(top / rowPx);
  const last = Math.ceil((top + height) / rowPx);
  const to = Math.min(count, last + ROWS_BEYOND);
  return { from: Math.max(0, Math.min(first - ROWS_BEYOND, to)), to };
}
