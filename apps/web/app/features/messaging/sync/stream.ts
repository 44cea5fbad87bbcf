import type { Change, ChangesPage } from "../types.ts";

/** This many changes are kept for pages that were read before a change and arrive after it. */
const LOG_MAX = 600;
/** When a gap has more pages than this, the screens are loaded again instead of being changed one change at a time. */
const GAP_PAGES_MAX = 5;

type Deps = {
  /** Reads the changes after a seq; without a seq, reads only the current seq. */
  read: (after?: number) => Promise<ChangesPage>;
  /** Receives each change once, in order. */
  apply: (change: Change) => void;
  showUnread: (unreadTotal: number) => void;
  /** Called when the stream restarts at a new seq: everything loaded before that must be read again. */
  startOver: () => void;
  onFailure: (error: unknown) => void;
};

/**
 * Keeps this tab in step with the member's stream. A change is applied only when it is the next one. An older one is
 * ignored; a later change or seq makes the stream read the gap, with one read at a time. After a failed read the next
 * heartbeat or connection reads again.
 */
export function openStream({ read: readChanges, apply, showUnread, startOver, onFailure }: Deps) {
  let cursor: number | undefined;
  let newestSeq = 0;
  let reading: Promise<void> | undefined;
  let log: Change[] = [];
  let logFrom = 0;

  function take(change: Change) {
    cursor = change.seq;
    log.push(change);
    if (log.length > LOG_MAX) logFrom = log.splice(0, log.length - LOG_MAX).at(-1)?.seq ?? logFrom;
    apply(change);
    showUnread(change.unreadTotal);
  }
  function jump(page: ChangesPage) {
    const isLate = cursor !== undefined && cursor >= page.cursor;
    if (isLate) return;
    cursor = page.cursor;
    logFrom = page.cursor;
    log = [];
    showUnread(page.unreadTotal);
    startOver();
  }
  async function readOnce(pagesLeft: number): Promise<void> {
    if (cursor === undefined || pagesLeft === 0) return jump(await readChanges());
    const page = await readChanges(cursor);
    if (page.mustStartOver) return jump(page);
    for (const change of page.changes) if (change.seq > cursor) take(change);
    // The newest seqs may have no change any more, so the cursor moves on to the page's cursor.
    if (page.cursor > cursor) cursor = page.cursor;
    if (page.hasMore) return readOnce(pagesLeft - 1);
    if (page.cursor === cursor) showUnread(page.unreadTotal);
  }
  async function readGap(): Promise<void> {
    try {
      do await readOnce(GAP_PAGES_MAX);
      while (cursor !== undefined && newestSeq > cursor);
    } catch (error) {
      // The next heartbeat or connection tries again. A missed count or preview needs no error on the screen.
      onFailure(error);
    } finally {
      reading = undefined;
    }
  }
  function catchUp(): Promise<void> {
    reading ??= readGap();
    return reading;
  }
  return {
    /** Reads the changes that were missed, if there are any. */
    catchUp,
    receive(change: Change) {
      if (cursor !== undefined && change.seq <= cursor) return;
      newestSeq = Math.max(newestSeq, change.seq);
      if (cursor !== undefined && change.seq === cursor + 1) take(change);
      else void catchUp();
    },
    /** Receives the seq that the server's stream has reached. */
    observeSeq(seq: number) {
      newestSeq = Math.max(newestSeq, seq);
      if (cursor === undefined || seq > cursor) void catchUp();
    },
    /** The changes that a page read at `seq` lacks; undefined when they are no longer kept. */
    listSince(seq: number): Change[] | undefined {
      if (cursor === undefined || seq >= cursor) return [];
      return seq < logFrom ? undefined : log.filter((change) => change.seq > seq);
    },
  };
}

export type Stream = ReturnType<typeof openStream>;
