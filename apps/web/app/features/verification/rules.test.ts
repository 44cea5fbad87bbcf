import { expect, test } from "vitest";
import {
  cameraFailures,
  emptyRequest,
  findCameraFailure,
  findFileError,
  findRequestErrors,
  listPictures,
} from "./rules.ts";

const file = (name: string) => new File(["x"], name, { type: "image/jpeg" });

test("[T38] a request needs the birth date and all three pictures, and says which are missing", () => {
  expect(Object.keys(findRequestErrors(emptyRequest))).toEqual(["birthOn", "front", "back", "selfie"]);
  const half = { ...emptyRequest, birthOn: "1995-05-05", back: file("verso.jpg") };
  expect(findRequestErrors(half)).toEqual({ front: "Falta esta foto", selfie: "Falta esta foto" });
});

test("[T38] the pictures are sent as front, back and selfie, in whatever order they were picked", () => {
  const form = { birthOn: "1995-05-05", selfie: file("s"), front: file("f"), back: file("b") };
  expect(findRequestErrors(form)).toEqual({});
  expect(listPictures(form).map(({ name }) => name)).toEqual(["f", "b", "s"]);
});

test("only pictures that can be made small enough are taken", () => {
  expect(findFileError({ type: "image/jpeg", size: 8_000_000 })).toBeUndefined();
  expect(findFileError({ type: "application/pdf", size: 1_000 })).toBeDefined();
  expect(findFileError({ type: "image/png", size: 40_000_000 })).toBeDefined();
});

test.each([
  ["NotAllowedError", "A câmera não foi permitida"],
  ["NotFoundError", "Não encontramos uma câmera"],
  ["NotReadableError", "A câmera está em uso"],
  ["TypeError", "Não conseguimos abrir a câmera"],
])("[T38] the camera failure %s has its own message", (name, title) => {
  expect(cameraFailures[findCameraFailure(Object.assign(new Error(), { name }))].title).toBe(title);
});
