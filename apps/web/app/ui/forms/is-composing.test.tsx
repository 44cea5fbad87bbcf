// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ComboboxField } from "./combobox-field.tsx";
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

test("[D1.23] the Escape that drops a word of an input method empties no search", () => {
  const onType = vi.fn();
  render(<SearchField label="Buscar" text="ana" onType={onType} />);
  const field = screen.getByLabelText("Buscar");
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  expect(onType).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(onType).toHaveBeenCalledExactlyOnceWith("");
});

test("[D1.23] the keys of an input method neither close a list of choices nor move in it", () => {
  const options = ["Osasco, SP", "Olinda, PE"].map((label) => ({ value: label, label }));
  const choose = vi.fn();
  render(
    <ComboboxField label="Localização" options={options} value={null} onValueChange={choose} onSearch={() => {}} />,
  );
  const field = screen.getByLabelText("Localização");
  fireEvent.change(field, { target: { value: "o" } });
  for (const key of ["ArrowDown", "Enter", "Escape"]) fireEvent.keyDown(field, { key, isComposing: true });
  expect(screen.getAllByRole("option")).toHaveLength(2);
  expect(choose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(choose).toHaveBeenCalledExactlyOnceWith(options[0]);
});
