import { beforeEach, describe, expect, test, vi } from "vitest";
import { fc } from "../../../../testing/properties.ts";
import { openTab, startRouter } from "../testing/fake-history.ts";
import { watchBack } from "./back-layers.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** A tab that has come from "/" to "/busca", with layers that close when Back asks for it. */
function openPage(tab = openTab()) {
  const watch = watchBack(tab.history, tab.listen);
  const router = startRouter(tab);
  const open: { name: string; close: () => void }[] = [];
  const page = {
    tab,
    router,
    settle: () => vi.runAllTimers(),
    openLayer(name: string) {
      const layer = { name, close: () => {} };
      const drop = () => void open.splice(open.indexOf(layer), 1);
      const closeLayer = watch.open(() => {
        drop();
        closeLayer();
      });
      layer.close = () => {
        drop();
        closeLayer();
      };
      open.push(layer);
    },
    closeTop: () => open.at(-1)?.close(),
    names: () => open.map(({ name }) => name),
    stop: watch.stop,
  };
  if (tab.entries.length === 1) router.open("/busca");
  return page;
}

/** Presses Back and waits until the tab is at rest. */
function pressBack({ tab, settle }: ReturnType<typeof openPage>) {
  tab.goBack();
  settle();
}

describe("Back", () => {
  test("closes an open layer and stays on the page, without an event for the router", () => {
    const page = openPage();
    page.openLayer("filtros");
    page.settle();
    pressBack(page);
    expect(page.names()).toEqual([]);
    expect([page.tab.url, page.router.heard]).toEqual(["/busca", 0]);
    pressBack(page);
    expect(page.router.shown).toBe("/");
  });

  test("closes nested layers one by one, the uppermost first", () => {
    const page = openPage();
    page.openLayer("menu");
    page.openLayer("denúncia");
    page.settle();
    pressBack(page);
    expect(page.names()).toEqual(["menu"]);
    pressBack(page);
    expect([page.names(), page.router.shown]).toEqual([[], "/busca"]);
  });

  test("leaves the page at once after a layer was closed by its button", () => {
    const page = openPage();
    page.openLayer("filtros");
    page.settle();
    page.closeTop();
    page.settle();
    expect(page.tab.position).toBe(1);
    pressBack(page);
    expect(page.router.shown).toBe("/");
  });

  test("[T74] is given up only once the way back of a closed layer has arrived, and then nothing moves any more", () => {
    const page = openPage();
    page.openLayer("menu");
    page.settle();
    page.closeTop();
    // The move back has begun but has not arrived.
    vi.advanceTimersByTime(1);
    const places: number[] = [];
    page.stop(() => places.push(page.tab.position));
    expect(places).toEqual([]);
    page.settle();
    expect(places).toEqual([1]);
    page.tab.history.go(-1);
    page.settle();
    expect([page.tab.position, page.router.shown]).toEqual([0, "/"]);
  });

  test("leaves at once when a layer has handed over to another one, which was closed by its button", () => {
    const page = openPage();
    page.openLayer("menu");
    page.settle();
    page.closeTop();
    page.openLayer("bloqueio");
    page.settle();
    expect(page.tab.entries).toHaveLength(3);
    page.closeTop();
    page.settle();
    pressBack(page);
    expect(page.router.shown).toBe("/");
  });
});

describe("a link in an open layer", () => {
  test.each([1, 2])("leads on with %i layers open, and Back returns to the page at once", (count) => {
    const page = openPage();
    for (let layer = 0; layer < count; layer += 1) page.openLayer(`camada ${layer}`);
    page.settle();
    page.router.open("/perfil");
    page.settle();
    expect([page.names(), page.tab.url, page.tab.position]).toEqual([[], "/perfil", 2]);
    pressBack(page);
    expect([page.router.shown, page.tab.position]).toEqual(["/busca", 1]);
    page.tab.goForward();
    page.settle();
    expect(page.router.shown).toBe("/perfil");
  });

  test("leads on when the layer closes at the same press, before or after it", () => {
    for (const isClosedFirst of [true, false]) {
      const page = openPage();
      page.openLayer("menu");
      page.settle();
      if (isClosedFirst) page.closeTop();
      page.router.open("/perfil");
      if (!isClosedFirst) page.closeTop();
      page.settle();
      expect([page.tab.url, page.tab.position]).toEqual(["/perfil", 2]);
    }
  });

  test("leads on while the tab still moves away from the entry of a layer that has closed", () => {
    const page = openPage();
    page.openLayer("menu");
    page.settle();
    page.closeTop();
    vi.advanceTimersByTime(1);
    page.router.open("/perfil");
    page.settle();
    expect([page.tab.url, page.tab.position, page.router.shown]).toEqual(["/perfil", 2, "/perfil"]);
    pressBack(page);
    expect(page.router.shown).toBe("/busca");
  });
});

test("a page renamed under an open layer, as by a filter, keeps its new address when the layer closes", () => {
  for (const close of [(page: ReturnType<typeof openPage>) => page.closeTop(), pressBack]) {
    const page = openPage();
    page.openLayer("filtros");
    page.settle();
    page.router.replace("/busca?aba=novos");
    close(page);
    page.settle();
    expect([page.tab.url, page.tab.position]).toEqual(["/busca?aba=novos", 1]);
    pressBack(page);
    expect(page.router.shown).toBe("/");
  }
});

test("Voltar of a page under an open layer leads to the page before", () => {
  const page = openPage();
  page.openLayer("menu");
  page.settle();
  page.router.leave();
  page.settle();
  expect([page.router.shown, page.names(), page.tab.position]).toEqual(["/", [], 0]);
});

test("forward does nothing after Back has closed a layer", () => {
  const page = openPage();
  page.openLayer("fotos");
  page.settle();
  pressBack(page);
  page.tab.goForward();
  page.settle();
  expect([page.names(), page.router.shown, page.tab.position, page.router.heard]).toEqual([[], "/busca", 1, 0]);
});

test("a reload while a layer is open shows the page without it, and Back then leaves the page", () => {
  const before = openPage();
  before.openLayer("fotos");
  before.settle();
  before.stop();
  const after = openPage(before.tab);
  after.settle();
  expect(after.tab.position).toBe(1);
  pressBack(after);
  expect(after.router.shown).toBe("/");
});

test("after a stop the history is the browser's own again", () => {
  const page = openPage();
  page.openLayer("menu");
  page.settle();
  page.stop();
  page.router.open("/saida");
  expect(page.tab.entries.map(({ url }) => url)).toEqual(["/", "/busca", "/busca", "/saida"]);
});

test("a move that the browser never makes holds up nothing for ever", () => {
  const page = openPage();
  page.openLayer("menu");
  page.settle();
  page.closeTop();
  page.tab.freeze();
  vi.advanceTimersByTime(1);
  page.router.open("/perfil");
  page.settle();
  expect(page.tab.url).toBe("/perfil");
});

describe("on a slow phone", () => {
  /** A page whose layer has been closed, and whose tab takes this long to move away from the entry of the layer. */
  function closeSlowly(moveMs: number) {
    const page = openPage();
    page.openLayer("menu");
    page.settle();
    page.tab.setMoveTime(moveMs);
    page.closeTop();
    vi.advanceTimersByTime(1);
    page.tab.setMoveTime(5);
    return page;
  }

  test("a link still leads on when the tab needs two seconds to move away from a closed layer", () => {
    const page = closeSlowly(2_000);
    page.router.open("/perfil");
    page.settle();
    expect([page.tab.url, page.tab.position, page.router.shown]).toEqual(["/perfil", 2, "/perfil"]);
  });

  test.each(["link", "open", "replace", undefined] as const)(
    "the address is that of the page that shows when a move arrives after it was given up, and before that came: %s",
    (step) => {
      const page = closeSlowly(20_000);
      vi.advanceTimersByTime(10_000);
      if (step) doStep(page, step, "/nova");
      page.settle();
      expect(page.tab.url).toBe(page.router.shown);
      const { layers = 0, idx } = page.tab.history.state;
      expect([layers, idx]).toEqual([page.names().length, page.tab.position]);
    },
  );
});

type Step = "open" | "close" | "back" | "forward" | "link" | "replace";

/** Applies a step to what a member expects: pages in a row, and layers over the shown page. */
function takeStep(world: { pages: string[]; at: number; layers: number }, step: Step, name: string) {
  if (step === "open") {
    world.layers += 1;
    world.pages.length = world.at + 1;
  } else if (step === "close") world.layers = Math.max(0, world.layers - 1);
  else if (step === "back" && world.layers > 0) world.layers -= 1;
  else if (step === "back") world.at = Math.max(0, world.at - 1);
  else if (step === "forward" && world.layers === 0) world.at = Math.min(world.pages.length - 1, world.at + 1);
  else if (step === "replace") world.pages[world.at] = name;
  else if (step === "link") {
    world.pages.splice(world.at + 1, world.pages.length, name);
    world.at += 1;
    world.layers = 0;
  }
}

const anyStep = fc.constantFrom<Step>("open", "close", "back", "forward", "link", "replace");

function doStep({ tab, router, ...page }: ReturnType<typeof openPage>, step: Step, name: string) {
  if (step === "open") page.openLayer(name);
  if (step === "close") page.closeTop();
  if (step === "back") tab.goBack();
  if (step === "forward") tab.goForward();
  if (step === "link") router.open(name);
  if (step === "replace") router.replace(name);
}

test("whatever is opened, closed, followed and gone back from, Back closes layers one by one and then leads page by page", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      const page = openPage();
      const world = { pages: ["/", "/busca"], at: 1, layers: 0 };
      for (const [index, step] of steps.entries()) {
        const name = `/${step}-${index}`;
        doStep(page, step, name);
        page.settle();
        takeStep(world, step, name);
        expect([page.router.shown, page.tab.url]).toEqual([world.pages[world.at], world.pages[world.at]]);
        expect(page.names()).toHaveLength(world.layers);
      }
    }),
  );
});

test("whatever happens in however quick a succession, the address is that of the page that shows, with an entry for each open layer", () => {
  // Forward is left out, because no member presses it within the few milliseconds in which the tab moves.
  const timed = fc.record({
    step: anyStep.filter((step) => step !== "forward"),
    waitMs: fc.constantFrom(0, 0, 1, 4, 20),
  });
  fc.assert(
    fc.property(fc.array(timed, { maxLength: 25 }), (steps) => {
      const page = openPage();
      for (const [index, { step, waitMs }] of steps.entries()) {
        doStep(page, step, `/${step}-${index}`);
        vi.advanceTimersByTime(waitMs);
      }
      page.settle();
      expect(page.tab.url).toBe(page.router.shown);
      const { layers = 0, idx } = page.tab.history.state;
      expect([layers, idx]).toEqual([page.names().length, page.tab.position]);
    }),
  );
});
