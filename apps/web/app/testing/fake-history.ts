type Entry = { url: string; state: { idx: number; key: string; layers?: number } };

/**
 * A tab with its history, which moves in its own time as a browser's does, and the least of a router: it shows the page
 * of each entry that it writes or hears of. Build it after what listens before the router.
 */
export function openTab() {
  const entries: Entry[] = [{ url: "/", state: { idx: 0, key: "/" } }];
  let at = 0;
  let isFrozen = false;
  const tab = Object.assign(new EventTarget(), {
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: Entry["state"], _title: string, url?: string) {
        entries.splice(at + 1, entries.length, { state, url: url ?? entries[at]?.url ?? "" });
        at += 1;
      },
      replaceState(state: Entry["state"], _title: string, url?: string) {
        entries[at] = { state, url: url ?? entries[at]?.url ?? "" };
      },
      go(steps: number) {
        setTimeout(() => {
          if (isFrozen || !entries[at + steps]) return;
          at += steps;
          tab.dispatchEvent(new Event("popstate"));
        }, 5);
      },
    },
  });
  // A browser's own Back and Forward do not pass the page's functions.
  const { go } = tab.history;
  return {
    // As much of a history as the product needs.
    history: tab.history as unknown as History,
    listen(listener: (event: Event) => void) {
      tab.addEventListener("popstate", listener);
      return () => tab.removeEventListener("popstate", listener);
    },
    entries,
    get url() {
      return entries[at]?.url;
    },
    get position() {
      return at;
    },
    /** From now on it stays where it is. */
    freeze() {
      isFrozen = true;
    },
    goBack: () => go(-1),
    goForward: () => go(1),
  };
}

/** The least of a router: writes entries as React Router does, and shows the page of each entry that it hears of. */
export function startRouter({ history, listen, entries }: ReturnType<typeof openTab>) {
  const router = {
    shown: entries[0]?.url,
    heard: 0,
    open(url: string) {
      router.shown = url;
      history.pushState({ key: url, idx: history.state.idx + 1 }, "", url);
    },
    replace(url: string) {
      router.shown = url;
      history.replaceState({ key: url, idx: history.state.idx }, "", url);
    },
    leave: () => history.go(-1),
  };
  listen(() => {
    router.heard += 1;
    router.shown = history.state.key;
  });
  return router;
}
