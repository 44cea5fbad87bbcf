import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import {
  addPhotos,
  describePosition,
  findCountError,
  findKeyTarget,
  movePhoto,
  photoShares,
  removePhoto,
  SIGN_UP_LIMIT,
} from "./rules.ts";

const photo = (name: string, type = "image/jpeg", size = 1000) => ({ name, type, size });
const some = (count: number) => Array.from({ length: count }, (_, index) => photo(`foto ${index}`));

describe("adding photos", () => {
  test.each(["image/jpeg", "image/png", "image/webp"])("accepts %s", (type) => {
    expect(addPhotos([], [photo("a", type)])).toEqual({ photos: [photo("a", type)], refusals: [] });
  });

  test.each(["image/svg+xml", "image/gif", "image/heic", "application/pdf", ""])("[M5.21] refuses %j", (type) => {
    const { photos, refusals } = addPhotos([], [photo("a", type)]);
    expect(photos).toEqual([]);
    expect(refusals).toEqual(["Apenas imagens JPEG, PNG e WebP são permitidas."]);
  });

  test("[M5.22] accepts exactly 5 MB and refuses one byte more", () => {
    expect(addPhotos([], [photo("a", "image/png", PHOTO_MAX_BYTES)]).photos).toHaveLength(1);
    const { photos, refusals } = addPhotos([], [photo("a", "image/png", PHOTO_MAX_BYTES + 1)]);
    expect(photos).toEqual([]);
    expect(refusals).toEqual(["Cada imagem deve ter no máximo 5MB."]);
  });

  test("[D2.29] accepts up to 30 MB where photos are made smaller, and says so of a larger one", () => {
    const [largest, larger] = [photo("a", "image/png", 31_457_280), photo("a", "image/png", 31_457_281)];
    expect(addPhotos([], [largest], SIGN_UP_LIMIT)).toEqual({ photos: [largest], refusals: [] });
    expect(addPhotos([], [larger], SIGN_UP_LIMIT).refusals).toEqual(["Cada imagem deve ter no máximo 30MB."]);
  });

  test("[M5.22] says of a file that is no photo and larger than 5 MB that it is too large, too", () => {
    expect(addPhotos([], [photo("a", "", 6_000_000)], SIGN_UP_LIMIT).refusals).toEqual([
      "Apenas imagens JPEG, PNG e WebP são permitidas.",
      "Cada imagem deve ter no máximo 5MB.",
    ]);
  });

  test("[M5.20] refuses the sixth photo and keeps the first five", () => {
    const { photos, refusals } = addPhotos(some(4), [photo("quinta"), photo("sexta")]);
    expect(photos.map(({ name }) => name)).toEqual(["foto 0", "foto 1", "foto 2", "foto 3", "quinta"]);
    expect(refusals).toEqual(["Você pode enviar no máximo 5 fotos."]);
  });

  test("accepts good photos next to bad ones and says each reason once", () => {
    const offered = [photo("a", "image/gif"), photo("b"), photo("c", "image/gif"), photo("d", "image/png", 9e6)];
    const { photos, refusals } = addPhotos([], offered);
    expect(photos.map(({ name }) => name)).toEqual(["b"]);
    expect(refusals).toHaveLength(2);
  });

  test("never makes more than five photos", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(12), (keptCount, offered) => {
        expect(addPhotos(some(keptCount), some(offered)).photos).toHaveLength(Math.min(keptCount + offered, 5));
      }),
    );
  });
});

describe("the order of photos", () => {
  test("makes a photo the main one when it moves to the first position", () => {
    expect(movePhoto(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(movePhoto(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  });

  test("makes the next photo the main one when the main one is removed", () => {
    expect(removePhoto(["a", "b", "c"], 0)).toEqual(["b", "c"]);
  });

  test("neither loses nor doubles a photo by any move", () => {
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
  ])("moves a photo by the key %s from position %d to %s", (key, from, target) => {
    expect(findKeyTarget(key, from, 4)).toBe(target);
  });

  test("announces a move with the new position", () => {
    expect(describePosition(0, 3)).toBe("Agora é a foto de perfil, 1 de 3");
    expect(describePosition(2, 3)).toBe("Movida para o lugar 3 de 3");
  });
});

test("[M5.19] at least two photos are needed, and at most five are allowed", () => {
  expect(findCountError(1)).toBe("Por favor, envie pelo menos 2 fotos.");
  expect(findCountError(2)).toBeUndefined();
  expect(findCountError(5)).toBeUndefined();
  expect(findCountError(6)).toBe("Você pode enviar no máximo 5 fotos.");
});

describe("photos that are sent", () => {
  test.each([
    [0, [0, 0, 0]],
    [0.25, [1, 0, 0]],
    [0.5, [1, 0.5, 0]],
    [1, [1, 1, 1]],
  ])("[D2.48] are counted one after the other: with a share of %d, %j", (share, shares) => {
    expect(photoShares([100, 200, 100], share)).toEqual(shares);
  });

  test("[D2.48] without any bytes have arrived", () => {
    expect(photoShares([0, 10], 0)).toEqual([1, 0]);
  });
});
