type Entry = { url: string; state: { idx: number; key: string; layers?: number } };

/** A fake tab whose history moves asynchronously, as a browser's does. */
export function openTab() {
  const entries: Entry[] = [{ url: "/", state: { idx: 0, key: "/" } }];
  let at = 0;
  let isFrozen = false;
  let moveMs = 5;
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
        }, moveMs);
      },
    },
  });
  // The original `go` is used below, because the product replaces it, and a browser's own Back and Forward do not call
  // the page's functions.
  const { go } = tab.history;
  return {
    // The cast is safe, because the product uses only these parts of a history.
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
    /** From now on the tab does not move any more. */
    freeze() {
      isFrozen = true;
    },
    /** Moves that begin from now on arrive after this time. */
    setMoveTime(ms: number) {
      moveMs = ms;
    },
    goBack: () => go(-1),
    goForward: () => go(1),
  };
}

/** The parts of React Router that the tests need. Start it after the listeners that may hide moves from it. */
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
