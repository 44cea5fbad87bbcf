import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import {
  announceUpload,
  arrange,
  countText,
  describeGalleryFailure,
  describeUpload,
  percentOf,
} from "./gallery-rules.ts";
import { addPhotos, GALLERY_LIMIT } from "./rules.ts";

const MB = 1_048_576;
const file = (type: string, size: number) => ({ type, size });

describe("the gallery", () => {
  test("[M5.23] accepts the same file types as the sign-up", () => {
    for (const type of ["image/jpeg", "image/png", "image/webp"]) {
      expect(addPhotos([], [file(type, 1)], GALLERY_LIMIT).refusals).toEqual([]);
    }
    expect(addPhotos([], [file("image/heic", 1)], GALLERY_LIMIT)).toEqual({
      photos: [],
      refusals: ["Apenas imagens JPEG, PNG e WebP são permitidas."],
    });
  });

  test("[M5.23] holds five photos at most, with those that it has", () => {
    const keptPhotos = Array.from({ length: 4 }, () => file("image/png", 1));
    const { photos, refusals } = addPhotos(keptPhotos, [file("image/png", 2), file("image/png", 3)], GALLERY_LIMIT);
    expect(photos.map(({ size }) => size)).toEqual([1, 1, 1, 1, 2]);
    expect(refusals).toEqual(["Você pode enviar no máximo 5 fotos."]);
  });

  test("[M5.24][D2.29] accepts files over 5 MB, up to 30 MB", () => {
    expect(addPhotos([], [file("image/jpeg", 30 * MB)], GALLERY_LIMIT).photos).toHaveLength(1);
    expect(addPhotos([], [file("image/jpeg", 30 * MB + 1)], GALLERY_LIMIT)).toEqual({
      photos: [],
      refusals: ["Cada imagem deve ter no máximo 30MB."],
    });
  });
});

describe("the progress of an upload", () => {
  test("says what happens and how far it has come", () => {
    expect(describeUpload({ phase: "preparing", count: 1, share: 0 })).toBe("Preparando 1 foto…");
    expect(describeUpload({ phase: "sending", count: 2, share: 0.427 })).toBe("Enviando 2 fotos… 42%");
    expect(describeUpload({ phase: "sending", count: 2, share: 1 })).toBe("Quase lá: tratando as fotos…");
  });

  test("is announced a quarter at a time", () => {
    expect(announceUpload({ phase: "sending", count: 1, share: 0.7 })).toBe("Enviando 1 foto… 50%");
  });

  test("is a whole per cent between 0 and 100", () => {
    expect([-1, 0, 0.999, 1, 2].map(percentOf)).toEqual([0, 0, 99, 100, 100]);
  });
});

test("[M8.24][M8.25][M8.26] a failed change of the gallery says what did not work, then why", () => {
  expect(describeGalleryFailure("add", "porque sim")).toEqual(["Erro ao fazer upload das fotos", "porque sim"]);
  expect(describeGalleryFailure("remove", "x")[0]).toBe("Erro ao remover foto");
  expect(describeGalleryFailure("setMain", "x")[0]).toBe("Erro ao definir foto de perfil");
  expect(describeGalleryFailure("arrange", "x")).toEqual(["x"]);
});

test("[M5.23] the number of photos is shown out of five", () => {
  expect(countText(3)).toBe("3 de 5");
});

test("an order of ids loses no photo, whichever ids it names", () => {
  const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
  fc.assert(
    fc.property(ids, ids, (have, namedIds) => {
      const photos = have.map((id) => ({ id }));
      const arranged = arrange(photos, namedIds).map(({ id }) => id);
      expect(arranged.toSorted()).toEqual(have.toSorted());
      const knownIds = namedIds.filter((id) => have.includes(id));
      expect(arranged.slice(0, knownIds.length)).toEqual(knownIds);
    }),
  );
});
