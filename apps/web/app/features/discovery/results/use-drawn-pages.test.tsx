// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDrawnPages } from "./use-drawn-pages.ts";

const drawn: string[] = [];

function Pages({ pages }: { pages: readonly string[] | undefined }) {
  const { pages: shown, isDrawing } = useDrawnPages(pages);
  drawn.push(`${shown?.join(" ")}${isDrawing ? " …" : ""}`);
  return null;
}

test("a new page is still to come until it is drawn, and a changed one shows at once", () => {
  const { rerender } = render(<Pages pages={undefined} />);
  rerender(<Pages pages={["a"]} />);
  rerender(<Pages pages={["a", "b"]} />);
  drawn.splice(0, drawn.length - 1);
  rerender(<Pages pages={["a", "c"]} />);
  expect(drawn[0]).toBe("a b");
  expect(drawn[1]).toBe("a c");
  drawn.length = 0;
  rerender(<Pages pages={["a", "c", "d"]} />);
  expect(drawn).toEqual(["a c …", "a c d"]);
});

test("pages that are there from the start are drawn with the screen", () => {
  drawn.length = 0;
  render(<Pages pages={["a"]} />);
  expect(drawn[0]).toBe("a");
});
