// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Menu, MenuItem } from "~/ui/overlays/menu.tsx";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

const { describeMissingCode } = vi.hoisted(() => ({ describeMissingCode: vi.fn() }));
vi.mock("~/platform/missing-code.ts", () => ({ describeMissingCode }));

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock("~/ui/overlays/toast.ts", () => ({ showToast }));

const Words = ({ text }: { text: string }) => <p>{text}</p>;
const NO_NETWORK = new TypeError("Failed to fetch");

beforeEach(() => {
  // React and our own log both write what an error boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(cleanup);

/** Shows the message of an error that reaches the screen. */
class Screen extends Component<{ children: ReactNode }, { message: string | undefined }> {
  override state: { message: string | undefined } = { message: undefined };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message ?? this.props.children;
  }
}

/** Draws its children after a press. */
function Opener({ children }: { children: ReactNode }) {
  const { isDrawn, open, reset } = useOpening();
  return (
    <>
      <button type="button" onClick={open}>
        Abrir
      </button>
      <LazyPart onFailure={reset}>{isDrawn && children}</LazyPart>
    </>
  );
}

function Preloader({ preload }: { preload: () => void }) {
  usePreload({ preload });
  return null;
}

describe("a lazy part", () => {
  test("shows its fallback until the code has loaded", async () => {
    const code = Promise.withResolvers<typeof Words>();
    const Part = lazyPart(() => code.promise);
    render(
      <LazyPart fallback="Carregando">
        <Part text="Pronto" />
      </LazyPart>,
    );
    expect(screen.queryByText("Carregando")).not.toBeNull();
    await act(async () => code.resolve(Words));
    expect(screen.queryByText("Pronto")).not.toBeNull();
  });

  test("shows at once when its code was preloaded", async () => {
    const Part = lazyPart(async () => Words);
    await act(async () => Part.preload());
    render(
      <LazyPart fallback="Carregando">
        <Part text="Pronto" />
      </LazyPart>,
    );
    expect(screen.queryByText("Pronto")).not.toBeNull();
  });

  test("whose code does not load keeps the fallback and tells the member in a toast", async () => {
    describeMissingCode.mockReturnValue("Recarregue");
    const Part = lazyPart<{ text: string }>(() => Promise.reject(NO_NETWORK));
    await act(async () => {
      render(
        <LazyPart fallback="Carregando">
          <Part text="Pronto" />
        </LazyPart>,
      );
    });
    expect(screen.queryByText("Carregando")).not.toBeNull();
    expect(showToast).toHaveBeenCalledExactlyOnceWith({ type: "error", title: "Recarregue" });
  });

  test("loads again at its next rendering after a failure", async () => {
    const load = vi.fn<() => Promise<typeof Words>>().mockRejectedValueOnce(NO_NETWORK).mockResolvedValue(Words);
    const Part = lazyPart(load);
    render(
      <Opener>
        <Part text="Pronto" />
      </Opener>,
    );
    const press = () => act(async () => void fireEvent.click(screen.getByText("Abrir")));
    await press();
    expect(screen.queryByText("Pronto")).toBeNull();
    await press();
    expect(screen.queryByText("Pronto")).not.toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("that is a whole screen passes the failure to the error state of the screen, without a toast", async () => {
    const Part = lazyPart<{ text: string }>(() => Promise.reject(NO_NETWORK));
    await act(async () => {
      render(
        <Screen>
          <LazyPart isScreen>
            <Part text="Pronto" />
          </LazyPart>
        </Screen>,
      );
    });
    expect(document.body.textContent).toBe("The code of a part did not load");
    expect(showToast).not.toHaveBeenCalled();
  });

  test("passes its own error to the error state of the screen", async () => {
    const Part = lazyPart(async () => (): ReactNode => {
      throw new Error("broken");
    });
    await act(async () => {
      render(
        <Screen>
          <LazyPart>
            <Part />
          </LazyPart>
        </Screen>,
      );
    });
    expect(document.body.textContent).toBe("broken");
    expect(showToast).not.toHaveBeenCalled();
  });
});

test("code is preloaded once, when the browser is idle after the first touch", async () => {
  vi.useFakeTimers();
  const preload = vi.fn();
  render(<Preloader preload={preload} />);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(preload).not.toHaveBeenCalled();
  fireEvent.pointerDown(window);
  fireEvent.pointerDown(window);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(preload).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test("the first press on the trigger of a menu loads its code and opens it", async () => {
  render(
    <Menu trigger={<button type="button">Mais</button>}>
      <MenuItem onSelect={() => {}}>Denunciar</MenuItem>
    </Menu>,
  );
  await import("~/ui/overlays/menu-box.tsx");
  const trigger = () => screen.getByText("Mais");
  expect(trigger().getAttribute("aria-haspopup")).toBe("menu");
  await act(async () => void fireEvent.click(trigger()));
  expect(await screen.findByRole("menuitem", { name: "Denunciar" })).not.toBeNull();
  expect(trigger().getAttribute("aria-expanded")).toBe("true");
});

test("a menu that its first press opened highlights its first enabled entry, and gives the focus back when it closes", async () => {
  render(
    <Menu trigger={<button type="button">Mais</button>}>
      <MenuItem isDisabled onSelect={() => {}}>
        Excluir
      </MenuItem>
      <MenuItem onSelect={() => {}}>Denunciar</MenuItem>
    </Menu>,
  );
  await import("~/ui/overlays/menu-box.tsx");
  await act(async () => void fireEvent.click(screen.getByText("Mais")));
  const entry = await screen.findByRole("menuitem", { name: "Denunciar" });
  await vi.waitFor(() => expect(document.activeElement).toBe(entry));
  expect(entry.hasAttribute("data-highlighted")).toBe(true);
  await act(async () => void fireEvent.keyDown(entry, { key: "Escape" }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText("Mais")));
});
