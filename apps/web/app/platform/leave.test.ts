// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";

type Entry = { url: string; state: unknown };

/** The history of a tab: its entries, the present one, and how it moves. */
function openHistory(entries: Entry[], at: number) {
  const tab = { entries, at, gone: 0 };
  vi.stubGlobal("history", {
    get state() {
      return tab.entries[tab.at]?.state;
    },
    get length() {
      return tab.entries.length;
    },
    replaceState: (state: unknown, _: string, url: string) => tab.entries.splice(tab.at, 1, { url, state }),
    pushState: (state: unknown, _: string, url: string) => {
      tab.entries.splice(tab.at + 1, tab.entries.length, { url, state });
      tab.at += 1;
    },
    go: (steps: number) => {
      tab.gone += 1;
      tab.at += steps;
    },
  });
  return tab;
}

/** The browser's Navigation API for a tab at the given entry. */
function openNavigation(at: number, move: (index: number) => Promise<void>) {
  const entries = Array.from({ length: at + 1 }, (_, index) => ({ index, key: `key ${index}` }));
  vi.stubGlobal("navigation", {
    entries: () => entries,
    currentEntry: entries[at],
    traverseTo: (key: string) => {
      const committed = move(entries.findIndex((entry) => entry.key === key));
      return { committed, finished: committed };
    },
  });
}

/** Addresses that a member visited, numbered as by the router. */
const visitedEntries = (...urls: string[]): Entry[] => urls.map((url, idx) => ({ url, state: { idx } }));
const urlsOf = ({ entries }: { entries: Entry[] }) => entries.map(({ url }) => url);

async function openDocument() {
  vi.resetModules();
  const { watchMoves } = await import("./moves.ts");
  watchMoves();
  return import("./leave.ts");
}

beforeEach(() => {
  sessionStorage.clear();
  delete document.documentElement.dataset.reloads;
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("[T74] leaving", () => {
  test("happens once, although the page to which it led back finds its session over, too", async () => {
    const tab = openHistory(visitedEntries("/busca"), 0);
    const { finishLeaving, leave } = await openDocument();
    sessionStorage.setItem("saida", JSON.stringify({ to: "/login" }));
    expect(finishLeaving()).toBe(true);
    leave({ to: "/login", state: { words: "Sua sessão expirou." } });
    expect(finishLeaving()).toBe(true);
    expect(vi.mocked(location.reload)).toHaveBeenCalledOnce();
    expect([tab.gone, tab.entries.at(-1)?.state]).toEqual([0, expect.not.objectContaining({ usr: expect.anything() })]);
  });

  test("goes back to the first page of the tab also where each address was loaded as a page, without the Navigation API", async () => {
    const tab = openHistory(visitedEntries("/busca"), 0);
    for (const url of ["/perfil/bia", "/mensagens?userId=bia"]) {
      const { countEntries } = await openDocument();
      countEntries();
      window.dispatchEvent(new Event("pagehide"));
      tab.entries.push({ url, state: null });
      tab.at += 1;
    }
    const { countEntries, leave } = await openDocument();
    countEntries();
    leave({ to: "/login" });
    window.dispatchEvent(new Event("popstate"));
    expect(urlsOf(tab)).toEqual(["/login", "/login"]);
  });

  test("waits for the next document where this one is already being reloaded", async () => {
    const tab = openHistory(visitedEntries("/busca", "/perfil/bia"), 1);
    document.documentElement.dataset.reloads = "";
    const { leave, finishLeaving } = await openDocument();
    sessionStorage.setItem("saida", JSON.stringify({ to: "/login" }));
    leave({ to: "/" });
    expect(finishLeaving()).toBe(true);
    expect([urlsOf(tab), tab.gone, vi.mocked(location.reload).mock.calls]).toEqual([["/busca", "/perfil/bia"], 0, []]);

    delete document.documentElement.dataset.reloads;
    const reloaded = await openDocument();
    expect(reloaded.finishLeaving()).toBe(true);
    expect(urlsOf(tab)).toEqual(["/busca", "/login", "/login"]);
  });

  test("cuts the addresses before and after this one out of the history, and reloads the page", async () => {
    const tab = openHistory(visitedEntries("/busca", "/perfil/bia", "/mensagens?userId=bia", "/visitas"), 2);
    const { leave } = await openDocument();
    const router = vi.fn();
    window.addEventListener("popstate", router);
    leave({ to: "/login", state: { words: "Sua sessão expirou." } });
    expect(location.reload).not.toHaveBeenCalled();
    window.dispatchEvent(new Event("popstate"));
    window.removeEventListener("popstate", router);
    expect(urlsOf(tab)).toEqual(["/login", "/login"]);
    expect(history.state).toMatchObject({ usr: { words: "Sua sessão expirou." }, key: expect.any(String) });
    expect(location.reload).toHaveBeenCalledOnce();
    expect(router).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(location.reload).toHaveBeenCalledOnce();
    expect(sessionStorage).toHaveLength(0);
  });

  test("replaces the only address, and goes nowhere", async () => {
    const tab = openHistory(visitedEntries("/perfil/bia"), 0);
    const { leave } = await openDocument();
    leave({ to: "/login" });
    expect([urlsOf(tab), tab.gone]).toEqual([["/login"], 0]);
    expect(location.reload).toHaveBeenCalledOnce();
  });

  test("keeps the part behind the hash out of the entry that stays in the history", async () => {
    const tab = openHistory(visitedEntries("/busca", "/recurso#um-segredo"), 0);
    (await openDocument()).leave({ to: "/recurso#um-segredo" });
    expect(urlsOf(tab)).toEqual(["/recurso", "/recurso#um-segredo"]);
    const onlyPage = openHistory(visitedEntries("/recurso#um-segredo"), 0);
    (await openDocument()).leave({ to: "/recurso#um-segredo" });
    expect(urlsOf(onlyPage)).toEqual(["/recurso#um-segredo"]);
  });

  test("is finished by the document that the way back led to", async () => {
    const tab = openHistory(visitedEntries("/busca", "/perfil/bia"), 1);
    const { leave } = await openDocument();
    leave({ to: "/login" });
    const first = await openDocument();
    expect(first.finishLeaving()).toBe(true);
    expect(urlsOf(tab)).toEqual(["/login", "/login"]);
    expect(first.hasLeft()).toBe(true);
    delete document.documentElement.dataset.reloads;
    expect((await openDocument()).finishLeaving()).toBe(false);
  });

  test("is finished in the same document when the browser does not say that it went back", async () => {
    const tab = openHistory(visitedEntries("/busca", "/perfil/bia"), 1);
    history.go = () => {};
    const { leave } = await openDocument();
    leave({ to: "/login" });
    await vi.runAllTimersAsync();
    expect(urlsOf(tab)).toEqual(["/busca", "/login", "/login"]);
    expect(location.reload).toHaveBeenCalledOnce();
  });

  test("goes back only once the tab has come to rest", async () => {
    const tab = openHistory(visitedEntries("/busca", "/perfil/bia"), 1);
    const { beforeLeaving, leave } = await openDocument();
    let rest = () => {};
    beforeLeaving((ready) => {
      rest = ready;
    });
    leave({ to: "/login" });
    expect(tab.gone).toBe(0);
    rest();
    expect([tab.gone, tab.at]).toEqual([1, 0]);
  });

  test("counts the pages as the browser does, where it does: the router starts again at each typed address", async () => {
    const entries = [
      ...visitedEntries("/busca", "/perfil/bia"),
      ...visitedEntries("/mensagens", "/mensagens?userId=bia"),
    ];
    const tab = openHistory(entries, 3);
    openNavigation(3, (index) => {
      tab.at = index;
      return new Promise(() => {});
    });
    const { leave } = await openDocument();
    leave({ to: "/login" });
    window.dispatchEvent(new Event("popstate"));
    expect(urlsOf(tab)).toEqual(["/login", "/login"]);
  });

  test("lets a slow way back end in its own time, where the browser would say that it was given up", async () => {
    const tab = openHistory(visitedEntries("/busca", "/perfil/bia"), 1);
    const way = Promise.withResolvers<void>();
    openNavigation(1, () => way.promise);
    const { leave } = await openDocument();
    leave({ to: "/login" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(location.reload).not.toHaveBeenCalled();
    way.reject(new DOMException("The navigation was aborted", "AbortError"));
    await vi.runAllTimersAsync();
    expect(urlsOf(tab)).toEqual(["/busca", "/login", "/login"]);
    expect(location.reload).toHaveBeenCalledOnce();
  });
});
