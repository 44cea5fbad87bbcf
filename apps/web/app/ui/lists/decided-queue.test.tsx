// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { DecidedQueue } from "./decided-queue.tsx";

const loaded = { data: {}, error: null, isPending: false, refetch: () => {} };

const queueOf = (names: string[]) => (
  <MemoryRouter>
    <DecidedQueue
      address={{ status: "pending" }}
      query={loaded}
      count={names.length}
      failed=""
      rows={names}
      empty="Nada"
    >
      {names.map((name) => (
        <li key={name}>
          <button type="button">Responder a {name}</button>
        </li>
      ))}
    </DecidedQueue>
  </MemoryRouter>
);

const focusOn = (name: string) => screen.getByRole("button", { name: `Responder a ${name}` }).focus();
const focusedText = () => document.activeElement?.textContent;

afterEach(cleanup);

test("the focus goes from an entry that was decided to the one that takes its place, and from the last one to the one before", () => {
  const { rerender } = render(queueOf(["Ana", "Bia", "Caio"]));
  focusOn("Bia");
  rerender(queueOf(["Ana", "Caio"]));
  expect([document.activeElement?.tagName, focusedText()]).toEqual(["LI", "Responder a Caio"]);
  focusOn("Caio");
  rerender(queueOf(["Ana"]));
  expect(focusedText()).toBe("Responder a Ana");
});

test("the focus goes to the filter when the last entry was decided", () => {
  const { rerender } = render(queueOf(["Ana"]));
  focusOn("Ana");
  rerender(queueOf([]));
  expect(focusedText()).toBe("Pendentes");
});

test("the focus stays where it is while its entry stays, or when it is elsewhere by then", () => {
  const { rerender } = render(queueOf(["Ana", "Bia"]));
  focusOn("Bia");
  rerender(queueOf(["Bia"]));
  expect([document.activeElement?.tagName, focusedText()]).toEqual(["BUTTON", "Responder a Bia"]);
  screen.getByRole("link", { name: "Decididos" }).focus();
  rerender(queueOf(["Caio"]));
  expect(focusedText()).toBe("Decididos");
});
