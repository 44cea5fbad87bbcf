// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { LockedPeople } from "./locked-people.tsx";

afterEach(cleanup);

function open(total: number) {
  const { container } = render(
    <MemoryRouter>
      <LockedPeople total={total} title="Visitaram seu perfil" text="Com o Premium, a lista fica aqui." />
    </MemoryRouter>,
  );
  return { cards: container.querySelectorAll("[aria-hidden] > span svg[viewBox='0 0 60 80']").length, container };
}

test.each([
  [1, 1, undefined],
  [14, 14, undefined],
  [24, 24, undefined],
  [38, 24, "e mais 14"],
  [1_000, 24, "e pelo menos mais 976"],
])("[D3.61] %i people are as many cards, at most %i, and the others a number", (total, cards, more) => {
  expect(open(total).cards).toBe(cards);
  expect(screen.queryByText(/^e (pelo menos )?mais/)?.textContent).toBe(more);
});

test("[D3.61] the cards hold no picture and no word, and the offer leads to premium", () => {
  const { container } = open(3);
  expect(container.querySelector("img, image, [style*='url']")).toBeNull();
  expect(screen.getByRole("heading", { name: "Visitaram seu perfil" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Conhecer o Premium" }).getAttribute("href")).toBe("/premium");
  expect(container.textContent).toBe("Visitaram seu perfilCom o Premium, a lista fica aqui.Conhecer o Premium");
});
