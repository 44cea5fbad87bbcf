// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDrawnPages } from "./use-drawn-pages.ts";

const drawnPages: string[] = [];

function Pages({ pages }: { pages: readonly string[] | undefined }) {
  const { pages: shownPages, isDrawing } = useDrawnPages(pages);
  drawnPages.push(`${shownPages?.join(" ")}${isDrawing ? " …" : ""}`);
  return null;
}

test("a new page is still to come until it is drawn, and a changed one shows at once", () => {
  const { rerender } = render(<Pages pages={undefined} />);
  rerender(<Pages pages={["a"]} />);
  rerender(<Pages pages={["a", "b"]} />);
  drawnPages.splice(0, drawnPages.length - 1);
  rerender(<Pages pages={["a", "c"]} />);
  expect(drawnPages[0]).toBe("a b");
  expect(drawnPages[1]).toBe("a c");
  drawnPages.length = 0;
  rerender(<Pages pages={["a", "c", "d"]} />);
  expect(drawnPages).toEqual(["a c …", "a c d"]);
});

test("pages that are there from the start are drawn with the screen", () => {
  drawnPages.length = 0;
  render(<Pages pages={["a"]} />);
  expect(drawnPages[0]).toBe("a");
});
