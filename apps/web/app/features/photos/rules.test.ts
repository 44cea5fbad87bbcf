import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addPhotos, describePlace, findCountFault, findKeyTarget, movePhoto, removePhoto } from "./rules.ts";

const photo = (name: string, type = "image/jpeg", size = 1000) => ({ name, type, size });
const some = (count: number) => Array.from({ length: count }, (_, index) => photo(`foto ${index}`));

describe("adding photos", () => {
  test.each(["image/jpeg", "image/png", "image/webp"])("%s is welcome", (type) => {
    expect(addPhotos([], [photo("a", type)])).toEqual({ photos: [photo("a", type)], refusals: [] });
  });

  test.each(["image/svg+xml", "image/gif", "image/heic", "application/pdf", ""])("[M5.21] %j is refused", (type) => {
    const { photos, refusals } = addPhotos([], [photo("a", type)]);
    expect(photos).toEqual([]);
    expect(refusals).toEqual(["Apenas imagens JPEG, PNG e WebP são permitidas."]);
  });

  test("[M5.22] exactly 5 MB is welcome and one byte more is refused", () => {
    expect(addPhotos([], [photo("a", "image/png", PHOTO_MAX_BYTES)]).photos).toHaveLength(1);
    const { photos, refusals } = addPhotos([], [photo("a", "image/png", PHOTO_MAX_BYTES + 1)]);
    expect(photos).toEqual([]);
    expect(refusals).toEqual(["Cada imagem deve ter no máximo 5MB."]);
  });

  test("[M5.20] the sixth photo is refused and the first five stay", () => {
    const { photos, refusals } = addPhotos(some(4), [photo("quinta"), photo("sexta")]);
    expect(photos.map(({ name }) => name)).toEqual(["foto 0", "foto 1", "foto 2", "foto 3", "quinta"]);
    expect(refusals).toEqual(["Você pode enviar no máximo 5 fotos."]);
  });

  test("good photos get in beside bad ones, and each reason is said once", () => {
    const offered = [photo("a", "image/gif"), photo("b"), photo("c", "image/gif"), photo("d", "image/png", 9e6)];
    const { photos, refusals } = addPhotos([], offered);
    expect(photos.map(({ name }) => name)).toEqual(["b"]);
    expect(refusals).toHaveLength(2);
  });

  test("there are never more than five", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(12), (kept, offered) => {
        expect(addPhotos(some(kept), some(offered)).photos).toHaveLength(Math.min(kept + offered, 5));
      }),
    );
  });
});

describe("order", () => {
  test("moving to the first place makes the main photo", () => {
    expect(movePhoto(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(movePhoto(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  });

  test("removing the main photo makes the next one the main photo", () => {
    expect(removePhoto(["a", "b", "c"], 0)).toEqual(["b", "c"]);
  });

  test("no move loses or doubles a photo", () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 7 }), fc.integer({ min: -2, max: 7 }), (from, to) => {
        expect([...movePhoto(["a", "b", "c", "d"], from, to)].sort()).toEqual(["a", "b", "c", "d"]);
      }),
    );
  });

  test.each([
    ["ArrowRight", 1, 2],
    ["ArrowDown", 2, 3],
    ["ArrowDown", 3, 3],
    ["ArrowLeft", 1, 0],
    ["ArrowUp", 0, 0],
    ["Home", 3, 0],
    ["End", 0, 3],
    ["Enter", 1, undefined],
  ])("the key %s moves place %d to %s", (key, from, target) => {
    expect(findKeyTarget(key, from, 4)).toBe(target);
  });

  test("a move is told with its new place", () => {
    expect(describePlace(0, 3)).toBe("Agora é a foto principal, 1 de 3");
    expect(describePlace(2, 3)).toBe("Movida para o lugar 3 de 3");
  });
});

test("[M5.19] one photo is too few, two are enough", () => {
  expect(findCountFault(1)).toBe("Por favor, envie pelo menos 2 fotos.");
  expect(findCountFault(2)).toBeUndefined();
  expect(findCountFault(5)).toBeUndefined();
  expect(findCountFault(6)).toBe("Você pode enviar no máximo 5 fotos.");
});
