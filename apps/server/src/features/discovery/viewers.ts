import type { readViewer } from "./index-queries.ts";

/** The facts about its viewer that a page of discovery needs. */
export type Viewer = Awaited<ReturnType<typeof readViewer>>;

export type Viewers = {
  find(viewerId: string): Promise<Viewer> | Viewer;
  /** Must be called when a viewer has changed. */
  forget(viewerId: string): void;
  clear(): void;
};

type KeptViewer = { viewer: Viewer | undefined; reading: Promise<Viewer>; size: number };

type Options = { load: (viewerId: string) => Promise<Viewer>; maxIds: number };

/**
 * Keeps the viewers who looked at pages last, up to `maxIds` ids together. One who changes while being loaded is not
 * kept.
 */
export function openViewers({ load, maxIds }: Options): Viewers {
  /** The viewer who looked last comes last. */
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
      if (ids <= maxIds) break;
      forget(oldest);
    }
  }

  function read(viewerId: string): Promise<Viewer> {
    const reading = load(viewerId);
    const entry: KeptViewer = { viewer: undefined, reading, size: 0 };
    keptViewers.set(viewerId, entry);
    const storing = reading.then(
      (viewer) => keep(viewerId, entry, viewer),
      () => keptViewers.get(viewerId) === entry && forget(viewerId),
    );
    void storing;
    return reading;
  }

  return {
    find(viewerId) {
      const keptViewer = keptViewers.get(viewerId);
      if (!keptViewer) return read(viewerId);
      keptViewers.delete(viewerId);
      keptViewers.set(viewerId, keptViewer);
      return keptViewer.viewer ?? keptViewer.reading;
    },
    forget,
    clear() {
      keptViewers.clear();
      ids = 0;
    },
  };
}
