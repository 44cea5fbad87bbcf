import type { Change, ChangesPage } from "../types.ts";

/** This many changes are stored for pages read before a change that arrive after it. */
const LOG_MAX = 600;
/** For a gap with more pages than this, screens are reloaded instead of applying each change. */
const GAP_PAGES_MAX = 5;

type Deps = {
  /** Reads the changes after a seq; without a seq, reads only the current seq. */
  read: (after?: number) => Promise<ChangesPage>;
  /** Receives each change once, in order. */
  apply: (change: Change) => void;
  showUnread: (unreadTotal: number) => void;
  /** Called when the stream restarts at a new seq: everything loaded earlier must be reloaded. */
  startOver: () => void;
  onFailure: (error: unknown) => void;
};

/**
 * Keeps this tab in step with the member's stream. Applies a change only if it is the next one; ignores older ones; a
 * later change or seq triggers a read of the gap, one read at a time. After a failed read the next heartbeat or
 * connection tries again.
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
    // The newest seqs may no longer have a change, so advance to the page's cursor.
    if (page.cursor > cursor) cursor = page.cursor;
    if (page.hasMore) return readOnce(pagesLeft - 1);
    if (page.cursor === cursor) showUnread(page.unreadTotal);
  }
  async function readGap(): Promise<void> {
    try {
      do await readOnce(GAP_PAGES_MAX);
      while (cursor !== undefined && newestSeq > cursor);
    } catch (error) {
      // The next heartbeat or connection tries again. A stale count or preview needs no error on the screen.
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
    /** Reads missed changes, if any. */
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
    /** The changes that a page read at `seq` lacks; undefined when they are no longer stored. */
    listSince(seq: number): Change[] | undefined {
      if (cursor === undefined || seq >= cursor) return [];
      return seq < logFrom ? undefined : log.filter((change) => change.seq > seq);
    },
  };
}

export type Stream = ReturnType<typeof openStream>;
