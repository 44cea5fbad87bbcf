// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SearchField } from "./search-field.tsx";

afterEach(cleanup);

test("[D1.23] the Enter that takes a word of an input method is not the Enter that searches, in Safari either", () => {
  const onEnter = vi.fn();
  render(<SearchField label="Buscar" text="ana" onType={() => {}} onEnter={onEnter} />);
  const field = screen.getByLabelText("Buscar");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  // Safari ends the composition first, and then reports the key with this code.
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(onEnter).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(onEnter).toHaveBeenCalledOnce();
});
