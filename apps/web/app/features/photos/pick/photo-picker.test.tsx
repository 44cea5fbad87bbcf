// @vitest-environment happy-dom
import { photoTexts } from "@caramelo/contract/texts/photos";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PhotoPicker } from "./photo-picker.tsx";

afterEach(cleanup);

const nothing = {
  photos: [],
  preparing: 0,
  add: vi.fn(),
  restore: vi.fn(),
  replace: vi.fn(),
  move: vi.fn(),
  remove: vi.fn(),
};

test("[M5.22] after a refused file, too few photos are said too, next to why the file was refused", () => {
  const pickedPhotos = { ...nothing, refusals: [photoTexts.tooLarge] };
  const { rerender } = render(<PhotoPicker picked={pickedPhotos} error={undefined} />);
  expect(screen.queryByText(photoTexts.tooFew)).toBeNull();
  rerender(<PhotoPicker picked={pickedPhotos} error={photoTexts.tooFew} />);
  expect(screen.getByText("Por favor, envie pelo menos 2 fotos.")).toBeTruthy();
  expect(screen.getByText(photoTexts.tooLarge)).toBeTruthy();
});

test("a reason that is said twice is shown once", () => {
  render(<PhotoPicker picked={{ ...nothing, refusals: [photoTexts.tooMany] }} error={photoTexts.tooMany} />);
  expect(screen.getAllByText(photoTexts.tooMany)).toHaveLength(1);
});

test("[D2.48] while photos are sent, each shows how far it has come, and none can be changed", () => {
  const photo = (id: string) => ({ id, file: new File([], id), type: "image/jpeg", size: 100, url: `/${id}.jpg` });
  const pickedPhotos = { ...nothing, photos: [photo("a"), photo("b")], refusals: [] };
  const { rerender } = render(<PhotoPicker picked={pickedPhotos} error={undefined} />);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getAllByRole("button", { name: /Remover/ })).toHaveLength(2);
  rerender(<PhotoPicker picked={pickedPhotos} error={undefined} share={0.75} />);
  const bars = screen
    .getAllByRole("progressbar")
    .map((bar) => [bar.getAttribute("aria-label"), bar.getAttribute("aria-valuenow")]);
  expect(bars).toEqual([
    ["Envio da foto 1", "100"],
    ["Envio da foto 2", "50"],
  ]);
  expect(screen.queryAllByRole("button")).toEqual([]);
});
