// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { PaletteLoading } from "./palette-loading.tsx";

afterEach(cleanup);

test("while the palette loads, it counts as an open dialog, has the focus, and Escape closes it", () => {
  const close = vi.fn();
  const screenOf = (isLoading: boolean) => (
    <>
      <button type="button">Banir</button>
      {isLoading && <PaletteLoading onClose={close} />}
    </>
  );
  const { rerender } = render(screenOf(false));
  const button = screen.getByRole("button");
  button.focus();
  rerender(screenOf(true));
  const dialog = screen.getByRole("dialog");
  expect(isDialogOpen()).toBe(true);
  expect(document.activeElement).toBe(dialog);
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(close).toHaveBeenCalledOnce();
  rerender(screenOf(false));
  expect(document.activeElement).toBe(button);
});
