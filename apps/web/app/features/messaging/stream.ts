import type { Change, ChangesPage } from "./types.ts";

/** So many changes are kept for pages that were read before a change and arrive after it. */
const LOG_MAX = 600;
/** After a longer absence the screens are read anew instead of change by change. */
const GAP_PAGES_MAX = 5;

type Ground = {
  /** Reads what happened after a place; without one, only the present place. */
  read: (after?: number) => Promise<ChangesPage>;
  /** A change in its turn. */
  apply: (change: Change) => void;
  /** How many unread messages wait in all. */
  count: (unreadTotal: number) => void;
  /** The stream begins at a new place: what is loaded and older than that is to be read anew. */
  startOver: () => void;
  noteFailure: (error: unknown) => void;
};

/**
 * Keeps this tab in step with the member's stream: a change counts only when it is the next one; whatever else is heard
 * makes it read the gap, one reader at a time. A read that fails waits for the next beat or connection.
 */
export function openStream({ read, apply, count, startOver, noteFailure }: Ground) {
  let cursor: number | undefined;
  let wanted = 0;
  let reading: Promise<void> | undefined;
  let log: Change[] = [];
  let logFrom = 0;

  function take(change: Change) {
    cursor = change.seq;
    log.push(change);
    if (log.length > LOG_MAX) logFrom = log.splice(0, log.length - LOG_MAX).at(-1)?.seq ?? logFrom;
    apply(change);
    count(change.unreadTotal);
  }
  function jump(page: ChangesPage) {
    const isLate = cursor !== undefined && cursor >= page.cursor;
    if (isLate) return;
    cursor = page.cursor;
    logFrom = page.cursor;
    log = [];
    count(page.unreadTotal);
    startOver();
  }
  async function readOnce(pagesLeft: number): Promise<void> {
    if (cursor === undefined || pagesLeft === 0) return jump(await read());
    const page = await read(cursor);
    for (const change of page.changes) if (change.seq > cursor) take(change);
    // Numbers whose change is no longer there are passed over.
    if (page.cursor > cursor) cursor = page.cursor;
    if (page.hasMore) return readOnce(pagesLeft - 1);
    if (page.cursor === cursor) count(page.unreadTotal);
  }
  async function readGap(): Promise<void> {
    try {
      do await readOnce(GAP_PAGES_MAX);
      while (cursor !== undefined && wanted > cursor);
    } catch (error) {
      // The next beat or connection tries again; counts and previews are not worth an alarm.
      noteFailure(error);
    } finally {
      reading = undefined;
    }
  }
  function catchUp(): Promise<void> {
    reading ??= readGap();
    return reading;
  }
  return {
    /** Reads what was missed, if anything. */
    catchUp,
    /** A live change. */
    hear(change: Change) {
      if (cursor !== undefined && change.seq <= cursor) return;
      wanted = Math.max(wanted, change.seq);
      if (cursor !== undefined && change.seq === cursor + 1) take(change);
      else void catchUp();
    },
    /** The server, or one of its answers, is at this place. */
    hearPlace(lastSeq: number) {
      wanted = Math.max(wanted, lastSeq);
      if (cursor === undefined || lastSeq > cursor) void catchUp();
    },
    /** The changes a page lacks that was read at a place; undefined when that is no longer known. */
    listSince(place: number): Change[] | undefined {
      if (cursor === undefined || place >= cursor) return [];
      return place < logFrom ? undefined : log.filter(({ seq }) => seq > place);
    },
  };
}

export type Stream = ReturnType<typeof openStream>;
