// @vitest-environment happy-dom

import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CornerPanel } from "./corner-panel.tsx";

afterEach(cleanup);

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

/** Opens a screen on which somebody has focused an element, and then the panel. Returns what has the focus. */
function openPanel(find: () => HTMLElement) {
  const { rerender } = render(<Screen isOpen={false} />);
  find().focus();
  rerender(<Screen isOpen />);
  return document.activeElement;
}

test("[D2.60] a panel that opens by itself takes the focus where nobody works", () => {
  expect(openPanel(() => screen.getByRole("main"))).toBe(screen.getByRole("dialog"));
});

test("[D2.60] a panel that opens by itself leaves the focus to whoever already writes", () => {
  expect(openPanel(() => screen.getByLabelText("Nome"))).toBe(screen.getByLabelText("Nome"));
});
