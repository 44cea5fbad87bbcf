import type { Db } from "../../platform/database/database.ts";
import { readViewer } from "./index-queries.ts";
import { VIEWER_IDS_KEPT } from "./memory-rules.ts";

/** What a page of discovery must know about its viewer. */
export type Viewer = Awaited<ReturnType<typeof readViewer>>;

export type Viewers = {
  find(viewerId: string): Promise<Viewer> | Viewer;
  /** Must be called when a viewer has changed. */
  forget(viewerId: string): void;
  clear(): void;
};

type KeptViewer = { viewer: Viewer | undefined; reading: Promise<Viewer>; size: number };

/**
 * Keeps the viewers that were read last, up to VIEWER_IDS_KEPT ids together. A viewer that changes while it is being
 * read is not kept.
 */
export function openViewers(db: Db): Viewers {
  const keptViewers = new Map<string, KeptViewer>();
  let ids = 0;

  function forget(viewerId: string): void {
    ids -= keptViewers.get(viewerId)?.size ?? 0;
    keptViewers.delete(viewerId);
  }

  function keep(viewerId: string, entry: KeptViewer, viewer: Viewer): void {
    if (keptViewers.get(viewerId) !== entry) return;
    entry.viewer = viewer;
    entry.size = viewer.unseen.size + viewer.favorites.size + viewer.peers.size;
    ids += entry.size;
    for (const oldest of keptViewers.keys()) {
      if (ids <= VIEWER_IDS_KEPT) break;
      forget(oldest);
    }
  }

  function read(viewerId: string): Promise<Viewer> {
    const reading = readViewer(db, viewerId);
    const entry: KeptViewer = { viewer: undefined, reading, size: 0 };
    keptViewers.set(viewerId, entry);
    const done = reading.then(
      (viewer) => keep(viewerId, entry, viewer),
      () => keptViewers.get(viewerId) === entry && forget(viewerId),
    );
    void done;
    return reading;
  }

  return {
    find(viewerId) {
      const keptViewer = keptViewers.get(viewerId);
      return keptViewer?.viewer ?? keptViewer?.reading ?? read(viewerId);
    },
    forget,
    clear() {
      keptViewers.clear();
      ids = 0;
    },
  };
}
