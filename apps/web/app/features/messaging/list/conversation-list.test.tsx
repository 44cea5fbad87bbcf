// @vitest-environment happy-dom
import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { changeMember } from "~/platform/member-cache.ts";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { showTab } from "~/testing/tab.ts";
import { makeList, makeRow } from "../make-messages.fixture.ts";
import type { ConversationPage } from "../types.ts";
import { ConversationList } from "./conversation-list.tsx";

const { refreshList } = vi.hoisted(() => ({ refreshList: vi.fn() }));
vi.mock("../messaging-client.ts", () => ({ refreshList }));

const LIST = "GET /conversations";
const all = makeList(9, [makeRow("Ana", 9), makeRow("Bia", 8), makeRow("Cris", 7)]);
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  refreshList.mockClear();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  // Elements have no size in this environment, so the list would count as hidden.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(760);
  showTab(true);
  server = openFakeServer();
  server.answer(LIST, () => all);
  return () => {
    cleanup();
    queryClient.clear();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Waits several turns, because an answer needs several to reach the screen. */
async function settle() {
  for (let turn = 0; turn < 12; turn += 1) await pass(1);
}

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ConversationList openId={undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await settle();
}
const field = () => screen.getByRole("textbox", { name: "Buscar conversa..." });
async function search(text: string) {
  fireEvent.change(field(), { target: { value: text } });
  await pass(300);
  await settle();
}
/** The names of the members from top to bottom. */
const order = () =>
  screen
    .getAllByRole("listitem")
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((item) => item.dataset.memberId);
const placeOf = (item: HTMLElement) => Number(/translateY\((\d+)px\)/.exec(item.style.transform)?.[1]);
const comesOnline = async (id: string) => {
  act(() => changeMember(queryClient, id, { presence: "online" }));
  await settle();
};

describe("the search", () => {
  const answerSearch = (page: ConversationPage) => server.answer(LIST, ({ query }) => (query.q ? page : all));

  test("[K2.04] asks the server after a pause in typing, and says how many it found", async () => {
    answerSearch(makeList(9, [makeRow("Bia", 8)]));
    await open();
    fireEvent.change(field(), { target: { value: "b" } });
    await pass(200);
    await search(" bi ");
    expect(server.callsOf(LIST).map(({ query }) => query)).toEqual([{}, { q: "bi" }]);
    expect(order()).toEqual(["Bia"]);
    expect(screen.getByRole("status").textContent).toBe("1 conversa encontrada");
  });

  test("[K2.04] shows the rows that were there until its own have come", async () => {
    await open();
    const answer = Promise.withResolvers<ConversationPage>();
    server.answer(LIST, () => answer.promise);
    await search("bi");
    expect(order()).toEqual(["Ana", "Bia", "Cris"]);
    expect(screen.getByRole("list").getAttribute("aria-busy")).toBe("true");
    answer.resolve(makeList(9, [makeRow("Bia", 8)]));
    await settle();
    expect(order()).toEqual(["Bia"]);
    expect(screen.getByRole("list").getAttribute("aria-busy")).toBe("false");
  });

  test("[K2.04] is cleared by Escape, which brings all conversations back at once", async () => {
    answerSearch(makeList(9, [makeRow("Bia", 8)]));
    await open();
    await search("bi");
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(false);
    await settle();
    expect(field()).toHaveProperty("value", "");
    expect(order()).toEqual(["Ana", "Bia", "Cris"]);
    // The empty field leaves the key to other elements.
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(true);
    expect(server.callsOf(LIST)).toHaveLength(2);
  });

  test("[K2.05] says so when it finds nobody", async () => {
    answerSearch(makeList(9, []));
    await open();
    await search("zé");
    expect(screen.getByRole("heading").textContent).toBe("Nenhuma conversa encontrada");
    expect(screen.queryByRole("link", { name: "Buscar perfis" })).toBeNull();
  });

  test("[K2.04] that fails offers another try, and without a network says that instead", async () => {
    await open();
    server.answer(LIST, () => refuse("RATE_LIMIT_EXCEEDED", 429));
    await search("bi");
    expect(screen.getByRole("heading").textContent).toBe("Erro ao carregar mensagens");
    answerSearch(makeList(9, [makeRow("Bia", 8)]));
    fireEvent.click(screen.getByRole("button", { name: "Tentar Novamente" }));
    await settle();
    expect(order()).toEqual(["Bia"]);

    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.answer(LIST, fail);
    await search("bia");
    expect(screen.getByText(/conexão/)).toBeTruthy();
  });
});

test("[K2.05] a list without conversations says so, and shows the way to people", async () => {
  server.answer(LIST, () => makeList(0, []));
  await open();
  expect(screen.getByRole("heading").textContent).toBe("Nenhuma conversa encontrada");
  expect(screen.getByRole("link", { name: "Buscar perfis" })).toBeTruthy();
});

test("[K2.04] while the list loads there is the field already, and rows that say so", async () => {
  server.answer(LIST, () => new Promise(() => {}));
  await open();
  expect(field()).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("Carregando…");
});

describe("the order", () => {
  test("[K7.02] follows members who come online, and a screen reader learns each place", async () => {
    await open();
    await comesOnline("Cris");
    expect(order()).toEqual(["Cris", "Ana", "Bia"]);
    const places = screen
      .getAllByRole("listitem")
      .map((item) => [item.dataset.memberId, item.ariaPosInSet ?? item.getAttribute("aria-posinset")]);
    expect(Object.fromEntries(places)).toEqual({ Cris: "1", Ana: "2", Bia: "3" });
    expect(screen.getAllByRole("listitem")[0]?.getAttribute("aria-setsize")).toBe("3");
  });

  test("[K7.02] waits until the pointer has left the list", async () => {
    await open();
    const list = screen.getByRole("list");
    fireEvent.pointerEnter(list);
    await comesOnline("Cris");
    expect(order()).toEqual(["Ana", "Bia", "Cris"]);
    fireEvent.pointerLeave(list);
    await pass(399);
    expect(order()).toEqual(["Ana", "Bia", "Cris"]);
    await pass(1);
    expect(order()).toEqual(["Cris", "Ana", "Bia"]);
  });

  test("[K7.02] waits until the finger that scrolls has gone up", async () => {
    await open();
    const list = screen.getByRole("list");
    fireEvent.pointerEnter(list);
    fireEvent.touchStart(list);
    // Browsers send this event when they begin to scroll, although the finger is still down.
    fireEvent.pointerLeave(list);
    await comesOnline("Cris");
    await pass(5_000);
    expect(order()).toEqual(["Ana", "Bia", "Cris"]);
    fireEvent.touchEnd(list);
    await pass(400);
    expect(order()).toEqual(["Cris", "Ana", "Bia"]);
  });

  test("[K7.02] waits while the focus of the keyboard is on a row, also when it goes to another one", async () => {
    await open();
    const [ana, bia] = ["Ana", "Bia"].map((name) => screen.getByRole("link", { name: new RegExp(name) }));
    const { matches } = HTMLElement.prototype;
    const isSeen = vi.spyOn(HTMLElement.prototype, "matches").mockImplementation(function (this: Element, selector) {
      return selector === ":focus-visible" || matches.call(this, selector);
    });
    act(() => ana?.focus());
    await comesOnline("Cris");
    act(() => bia?.focus());
    await pass(5_000);
    expect(order()).toEqual(["Ana", "Bia", "Cris"]);
    isSeen.mockRestore();
    act(() => bia?.blur());
    await pass(400);
    expect(order()).toEqual(["Cris", "Ana", "Bia"]);
  });

  test("[K7.02] is read again every minute, while the tab is looked at and there is a network", async () => {
    await open();
    await pass(PRESENCE_EVERY_MS);
    expect(refreshList).toHaveBeenCalledTimes(1);
    showTab(false);
    await pass(PRESENCE_EVERY_MS);
    showTab(true);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await pass(PRESENCE_EVERY_MS);
    expect(refreshList).toHaveBeenCalledTimes(1);
  });
});

describe("the next page", () => {
  const first = { ...makeList(9, all.conversations), next: "offline.7" };

  test("is loaded at the end, also after one without new people", async () => {
    const pages: Record<string, ConversationPage> = {
      "offline.7": { ...makeList(9, [makeRow("Ana", 9)]), next: "offline.6" },
      "offline.6": makeList(9, [makeRow("Duda", 5)]),
    };
    server.answer(LIST, ({ query }) => pages[query.before ?? ""] ?? first);
    await open();
    await settle();
    expect(order()).toEqual(["Ana", "Bia", "Cris", "Duda"]);
    expect(server.callsOf(LIST)).toHaveLength(3);
  });

  test("that fails can be requested again", async () => {
    server.answer(LIST, ({ query }) => (query.before ? refuse("RATE_LIMIT_EXCEEDED", 429) : first));
    await open();
    const end = screen.getByRole("alert").parentElement ?? document.body;
    expect(within(end).getByText("Erro ao carregar mensagens")).toBeTruthy();
    server.answer(LIST, () => makeList(9, [makeRow("Duda", 5)]));
    fireEvent.click(within(end).getByRole("button", { name: "Tentar Novamente" }));
    await settle();
    expect(order()).toEqual(["Ana", "Bia", "Cris", "Duda"]);
  });
});
