// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { LongText } from "./long-text.tsx";

const TEXT = "Linha\n".repeat(30);

let height: number;

beforeEach(() => {
  // The simulated DOM has no layout.
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(() => height);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => 300);
  return cleanup;
});

const draw = (text: string) => (
  <>
    {text}
    <a href="https://exemplo.invalid">um link</a>
  </>
);

test("the focus on a link of a cut text opens the text, so that its beginning stays in sight", () => {
  height = 600;
  render(<LongText text={TEXT} draw={draw} />);
  const button = screen.getByRole("button", { name: "Ver mais" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  act(() => screen.getByRole("link").focus());
  expect(screen.getByRole("button", { name: "Ver menos" }).getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(button);
  screen.getByRole("button", { name: "Ver mais" });
});

test("a text that fits stays without a button, also when it has the focus", () => {
  height = 300;
  render(<LongText text={TEXT} draw={draw} />);
  act(() => screen.getByRole("link").focus());
  expect(screen.queryByRole("button")).toBeNull();
});
