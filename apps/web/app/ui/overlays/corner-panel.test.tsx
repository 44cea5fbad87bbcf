// @vitest-environment happy-dom

import { act, cleanup, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { CornerPanel } from "./corner-panel.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    cleanup();
    vi.useRealTimers();
  };
});

function Screen({ isOpen }: { isOpen: boolean }) {
  return (
    <main tabIndex={-1}>
      <input aria-label="Nome" />
      {isOpen && (
        <CornerPanel title="Seu perfil está no ar" text="É assim que veem você." takesFocus onClose={() => {}}>
          <button type="button">Entendi</button>
        </CornerPanel>
      )}
    </main>
  );
}

/** What a screen reader announces after a while, besides the element with the focus. */
function readAnnouncement() {
  act(() => void vi.advanceTimersByTime(1_000));
  return screen.getByRole("status").textContent;
}

/** Opens a screen on which an element has the focus, and then the panel. Returns what has the focus. */
function openPanel(find: () => HTMLElement) {
  const { rerender } = render(<Screen isOpen={false} />);
  find().focus();
  rerender(<Screen isOpen />);
  return document.activeElement;
}

test("[D2.60] a panel that opens by itself takes the focus where no element has it", () => {
  expect(openPanel(() => screen.getByRole("main"))).toBe(screen.getByRole("dialog"));
  expect(readAnnouncement()).toBe("");
});

test("[D2.60] a panel that opens by itself leaves the focus to a member who already writes, and is announced", () => {
  expect(openPanel(() => screen.getByLabelText("Nome"))).toBe(screen.getByLabelText("Nome"));
  expect(readAnnouncement()).toBe("Seu perfil está no ar");
});
