import { expect, test } from "vitest";
import { nextText, readyText, sizeText } from "./rules.ts";

test("[D5.16] the size of the file is in kilobytes or megabytes, and never nothing", () => {
  const sizes = [1, 1_024, 1_048_575, 1_048_576, 3_565_158].map((bytes) => sizeText({ bytes }));
  expect(sizes).toEqual(["0,1 KB", "1 KB", "1.024 KB", "1 MB", "3,4 MB"]);
  expect(sizeText({ bytes: null })).toBe("");
});

test("[D5.16] the member reads until when the file is there, and from when on there is another", () => {
  const at = "2026-11-22T17:05:00Z";
  expect(readyText({ bytes: 1_048_576, expiresAt: at })).toBe(
    "Sua cópia está pronta (1 MB). Você pode baixá-la até 22/11/2026, 14:05.",
  );
  expect(nextText(at)).toBe("Você pode pedir outra a partir de 22/11/2026, 14:05.");
});
