// @vitest-environment happy-dom
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { type ToastContent, takeToasts } from "~/ui/overlays/toast.ts";
import { CardPhotos } from "./card-photos.tsx";

const READ = "GET /profiles/:id";
const photo = (name: string) => ({
  small: `/${name}-s`,
  medium: `/${name}-m`,
  large: `/${name}-l`,
  width: 3,
  height: 4,
  thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
});
const photos = ["one", "two", "three"].map(photo);

let server: FakeServer;
beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  server = openFakeServer();
  server.answer(READ, () => ({ id: "ana", presence: "offline", photos }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function draw() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={client}>
      <article>
        <a href="/perfil/ana">Ana</a>
        <CardPhotos id="ana" name="Ana" mainPhoto={photos[0] ?? photo("one")} />
      </article>
    </QueryClientProvider>,
  );
  const card = container.querySelector("article");
  if (!card) throw new Error("no card");
  Object.defineProperty(card, "clientWidth", { value: 160 });
  /** The photos that were asked for so far, and the one in view. */
  const listLoaded = () => [...card.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  const inView = () => card.querySelector("[data-photo-at] img")?.getAttribute("src");
  return { card, listLoaded, inView };
}

const touch = (clientX: number, clientY: number) => ({ pointerType: "touch", isPrimary: true, clientX, clientY });

/** A finger goes over the card from one place to another. */
function swipe(card: Element, [fromX, fromY]: [number, number], [toX, toY]: [number, number]) {
  act(() => {
    card.dispatchEvent(new PointerEvent("pointerdown", touch(fromX, fromY)));
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const at = touch(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share);
      card.dispatchEvent(new PointerEvent("pointermove", at));
    }
    card.dispatchEvent(new PointerEvent("pointerup", touch(toX, toY)));
  });
}

test("[D3.48] a touched card asks for nothing; the first swipe asks for the profile, once, and only for the photo in view and the next", async () => {
  const { card, listLoaded, inView } = draw();
  expect(listLoaded()).toEqual([]);
  expect(server.callsOf(READ)).toHaveLength(0);
  swipe(card, [120, 50], [60, 55]);
  await waitFor(() => expect(inView()).toBe("/two-m"));
  expect(listLoaded()).toEqual(["/one-m", "/two-m", "/three-m"]);
  swipe(card, [120, 50], [60, 55]);
  expect(inView()).toBe("/three-m");
  swipe(card, [120, 50], [60, 55]);
  expect(inView()).toBe("/three-m");
  swipe(card, [60, 50], [120, 55]);
  expect(inView()).toBe("/two-m");
  expect(server.callsOf(READ)).toHaveLength(1);
  expect(server.callsOf(READ)[0]?.params).toEqual(["ana"]);
});

test("[D3.48] scrolling over a card, and a tap, step nowhere and ask for nothing", () => {
  const { card, listLoaded } = draw();
  swipe(card, [100, 50], [110, 250]);
  swipe(card, [100, 50], [103, 52]);
  expect(listLoaded()).toEqual([]);
  expect(server.callsOf(READ)).toHaveLength(0);
});

test("[D3.48] a swipe that is too short, or that scrolling takes over, asks for nothing, and the main photo goes back", () => {
  const { card, inView } = draw();
  swipe(card, [100, 50], [80, 52]);
  act(() => {
    card.dispatchEvent(new PointerEvent("pointerdown", touch(140, 50)));
    card.dispatchEvent(new PointerEvent("pointermove", touch(60, 50)));
    card.dispatchEvent(new PointerEvent("pointercancel", touch(60, 50)));
  });
  expect(inView()).toBe("/one-m");
  const strip = card.querySelector<HTMLElement>("[data-photo-at]")?.parentElement;
  expect(strip?.style.getPropertyValue("--dragged")).toBe("0px");
  fireEvent.click(screen.getByRole("button", { name: "Foto anterior de Ana" }));
  expect(server.callsOf(READ)).toHaveLength(0);
});

test("[D3.48] an arrow with another key held belongs to the browser, which goes back by it", () => {
  const { card } = draw();
  for (const heldKey of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    for (const key of ["ArrowLeft", "ArrowRight"]) expect(fireEvent.keyDown(card, { key, ...heldKey })).toBe(true);
  expect(server.callsOf(READ)).toHaveLength(0);
  expect(fireEvent.keyDown(card, { key: "ArrowRight" })).toBe(false);
});

test("[D3.48] keys and buttons step as well, and a screen reader hears which photo it is", async () => {
  const { card, inView } = draw();
  expect(screen.queryByRole("button", { name: "Foto anterior de Ana" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Próxima foto de Ana" }));
  await waitFor(() => expect(inView()).toBe("/two-m"));
  expect(screen.getByText("Foto 2 de 3")).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("link", { name: "Ana" }), { key: "ArrowRight" });
  expect(inView()).toBe("/three-m");
  expect(screen.getByRole("button", { name: "Próxima foto de Ana" }).getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Foto anterior de Ana" }));
  expect(inView()).toBe("/two-m");
  fireEvent.keyDown(card, { key: "ArrowLeft" });
  expect(inView()).toBe("/one-m");
});

test("[D3.48] a member with a single photo stays at it", async () => {
  server.answer(READ, () => ({ id: "ana", presence: "offline", photos: photos.slice(0, 1) }));
  const { card, inView } = draw();
  swipe(card, [120, 50], [60, 55]);
  await waitFor(() => expect(inView()).toBe("/one-m"));
  expect(screen.getByRole("button", { name: "Próxima foto de Ana" }).getAttribute("aria-disabled")).toBe("true");
});

test("[D3.48] when the limit of profiles refuses the photos, the card says why, shows its own photo, and a later swipe tries again", async () => {
  server.answer(READ, () => refuse("RATE_LIMIT_EXCEEDED", 429));
  const { card, listLoaded, inView } = draw();
  swipe(card, [120, 50], [60, 55]);
  const toasts: ToastContent[] = [];
  await waitFor(() => {
    toasts.push(...takeToasts());
    expect(toasts.map(({ title }) => title)).toEqual([errorCatalogue.RATE_LIMIT_EXCEEDED.text]);
  });
  expect(listLoaded()).toEqual([]);
  expect(server.callsOf(READ)).toHaveLength(1);
  server.answer(READ, () => ({ id: "ana", presence: "offline", photos }));
  swipe(card, [120, 50], [60, 55]);
  await waitFor(() => expect(inView()).toBe("/two-m"));
});
