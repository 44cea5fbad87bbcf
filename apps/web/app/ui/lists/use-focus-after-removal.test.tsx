// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { afterEach, expect, test } from "vitest";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

function List({ names, children }: { names: string[]; children?: ReactNode }) {
  return (
    <div {...useFocusAfterRemoval()}>
      <nav>
        <button type="button" aria-current>
          Pendentes
        </button>
        <button type="button">Decididos</button>
      </nav>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">Responder a {name}</button>
            {children}
          </li>
        ))}
      </ul>
    </div>
  );
}

const focusOn = (name: string) => screen.getByRole("button", { name }).focus();
const focusedText = () => document.activeElement?.textContent;

afterEach(cleanup);

test("the focus goes from a removed entry to the one that takes its place, and from the last one to the one before", () => {
  const { rerender } = render(<List names={["Ana", "Bia", "Caio"]} />);
  focusOn("Responder a Bia");
  rerender(<List names={["Ana", "Caio"]} />);
  expect([document.activeElement?.tagName, focusedText()]).toEqual(["LI", "Responder a Caio"]);
  focusOn("Responder a Caio");
  rerender(<List names={["Ana"]} />);
  expect(focusedText()).toBe("Responder a Ana");
});

test("the focus goes to the chosen filter when the only entry was removed", () => {
  const { rerender } = render(<List names={["Ana"]} />);
  focusOn("Responder a Ana");
  rerender(<List names={[]} />);
  expect(focusedText()).toBe("Pendentes");
});

test("the focus stays where it is while its entry stays, or when it is elsewhere by then", () => {
  const { rerender } = render(<List names={["Ana", "Bia"]} />);
  focusOn("Responder a Bia");
  rerender(<List names={["Bia"]} />);
  expect([document.activeElement?.tagName, focusedText()]).toEqual(["BUTTON", "Responder a Bia"]);
  focusOn("Decididos");
  rerender(<List names={["Caio"]} />);
  expect(focusedText()).toBe("Decididos");
});

test("the focus goes on from an entry that was decided in a dialog outside of the list", () => {
  const { rerender } = render(<List names={["Ana", "Bia"]} />);
  focusOn("Responder a Ana");
  const dialog = createPortal(<button type="button">Confirmar</button>, document.body);
  rerender(<List names={["Ana"]}>{dialog}</List>);
  focusOn("Confirmar");
  rerender(<List names={["Bia"]} />);
  expect(focusedText()).toBe("Responder a Bia");
});
