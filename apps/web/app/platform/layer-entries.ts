/**
 * The state of a history entry. React Router stores its state in it; `idx` counts the entries since the router started.
 * `layers`: the open layers at this entry.
 */
type EntryState = { idx?: number; layers?: number } | null;

type Entry = Parameters<History["pushState"]>;

/** The history entries of the open page: one for the page, and one above it per layer. */
export function openLayerEntries(history: History) {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  /** The `idx` of the page's entry, and how many entries above it the tab is. */
  let { page, depth } = readPosition(history.state);
  /** The address that the page got while a layer was open. The page's entry gets it when the layer closes. */
  let renamed: Entry | undefined;

  function replacePage(...entry: Entry) {
    const [state, title, url] = entry;
    renamed = depth > 0 ? entry : undefined;
    replace({ ...state, idx: page + depth, layers: depth }, title, url);
  }

  return {
    depth: () => depth,
    addPage(...[state, title, url]: Entry) {
      page += 1;
      push({ ...state, idx: page }, title, url);
    },
    replacePage,
    addLayer() {
      depth += 1;
      push({ ...history.state, idx: page + depth, layers: depth }, "");
    },
    /** The tab has moved to another entry. Returns whether it belongs to the same page. */
    arrive(): boolean {
      const at = readPosition(history.state);
      const isSamePage = at.page === page;
      depth = at.depth;
      if (!isSamePage) renamed = undefined;
      if (renamed) replacePage(...renamed);
      if (depth === 0) page = at.page;
      return isSamePage;
    },
    /** A move has failed. The current entry now counts as the page's own. */
    stay() {
      page += depth;
      depth = 0;
    },
  };
}

function readPosition(state: EntryState): { page: number; depth: number } {
  const depth = state?.layers ?? 0;
  return { page: (state?.idx ?? 0) - depth, depth };
}
