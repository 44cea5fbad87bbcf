// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TextArea } from "./text-area.tsx";

const supports = vi.fn();

beforeEach(() => {
  vi.stubGlobal("CSS", { supports });
  // The simulated browser has no layout: each line of text is 20 px high, and the borders 2 px together.
  vi.spyOn(HTMLTextAreaElement.prototype, "scrollHeight", "get").mockImplementation(function (
    this: HTMLTextAreaElement,
  ) {
    return this.value.split("\n").length * 20;
  });
  vi.spyOn(HTMLTextAreaElement.prototype, "offsetHeight", "get").mockReturnValue(2);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const height = () => screen.getByLabelText<HTMLTextAreaElement>("Sobre").style.height;

test("[D1.22] a field grows and shrinks with its text where the browser has no field-sizing", () => {
  supports.mockReturnValue(false);
  const { rerender } = render(<TextArea label="Sobre" defaultValue={"um\ndois"} />);
  expect(height()).toBe("42px");
  fireEvent.input(screen.getByLabelText("Sobre"), { target: { value: "um\ndois\ntrês" } });
  expect(height()).toBe("62px");
  rerender(<TextArea key="other" label="Sobre" value="um" onChange={() => {}} />);
  expect(height()).toBe("22px");
});

test("a browser with field-sizing sets the height by itself", () => {
  supports.mockReturnValue(true);
  render(<TextArea label="Sobre" defaultValue={"um\ndois"} />);
  expect(height()).toBe("");
});
