import { photoTexts } from "@caramelo/contract/texts/photos";
import { describe, expect, test } from "vitest";
import { HOSTILE_NAMES, makePhoto, sampleFiles } from "../../testing/hostile-files.ts";
import { listStored } from "../../testing/leftovers.ts";
import { signUpForm } from "../../testing/people.ts";
import { expectRefusal } from "../../testing/refusals.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

function sendPhotos(photos: Blob[]): Promise<Response> {
  const body = new FormData();
  body.append("data", JSON.stringify(signUpForm()));
  for (const photo of photos) body.append("photos", photo);
  return world.browser().raw("/api/accounts", { method: "POST", body });
}

async function sample(name: string): Promise<Blob> {
  const file = sampleFiles.find((sampleFile) => sampleFile.name === name);
  return new Blob([new Uint8Array((await file?.bytes()) ?? [])]);
}

describe("the photos of a sign-up", () => {
  test.each([
    [0, "PHOTOS_TOO_FEW", "[M5.19]", "Por favor, envie pelo menos 2 fotos."],
    [1, "PHOTOS_TOO_FEW", "[M5.19]", "Por favor, envie pelo menos 2 fotos."],
    [6, "PHOTOS_TOO_MANY", "[M5.20]", "Você pode enviar no máximo 5 fotos."],
    [7, "PHOTOS_TOO_MANY", "[M5.20]", "Você pode enviar no máximo 5 fotos."],
  ] as const)("%i of them: %s %s", async (count, code, _id, text) => {
    const failure = await expectRefusal(world, () => sendPhotos(Array(count).fill(small)), code);
    expect(failure.userMessage).toBe(text);
  });

  test("[M5.21][T35] text under a photo's name and type is refused, with another error text than that of the form", async () => {
    const text = new File(["olá"], "foto.jpg", { type: "image/jpeg" });
    const failure = await expectRefusal(world, () => sendPhotos([small, text]), "FILE_INVALID_TYPE");
    expect(failure.userMessage).toBe("Tipo de arquivo não suportado. Use apenas imagens JPEG, PNG ou WebP.");
    expect(photoTexts.wrongType).toBe("Apenas imagens JPEG, PNG e WebP são permitidas.");
  });

  test("[M5.22][D2.30][TC.04] of 5 MB are accepted, and of one byte more refused", async () => {
    const tooLarge = await sample("a JPEG of 5 MB and a byte");
    expect(tooLarge.size).toBe(5_242_881);
    const failure = await expectRefusal(world, () => sendPhotos([small, tooLarge]), "FILE_TOO_LARGE");
    expect(failure.userMessage).toBe("Arquivo muito grande. O tamanho máximo é 5MB.");
    expect(photoTexts.tooLarge).toBe("Cada imagem deve ter no máximo 5MB.");
    const exact = await sample("a JPEG of 5 MB");
    expect(exact.size).toBe(5_242_880);
    expect((await sendPhotos([small, exact])).status).toBe(200);
  });

  test.each([
    ["a JPEG without its last 64 bytes", "FILE_INCOMPLETE", /^A foto chegou incompleta\. Escolha de novo\.$/],
    ["a PNG just over 40 megapixels", "PHOTO_TOO_LARGE", /pixels demais.*40 megapixels.*12\.000 pixels/],
    ["a picture that is too narrow once it is stored", "PHOTO_TOO_SMALL", /200 pixels.*compridas demais/],
  ] as const)("[D2.66][D2.67] are refused in their own words: %s", async (name, code, text) => {
    const refusedFile = await sample(name);
    const failure = await expectRefusal(world, () => sendPhotos([small, refusedFile]), code);
    expect(failure.userMessage).toMatch(text);
  });

  test("[D2.66] are accepted when only the end of their files is missing", async () => {
    const unended = await Promise.all(["a JPEG without its end marker", "a PNG without IEND"].map(sample));
    expect((await sendPhotos(unended)).status).toBe(200);
  });

  test("[TC.05][T35] are stored under names of the server, whatever their names and types claim", async () => {
    const namedFiles = HOSTILE_NAMES.map((name) => new File([small], name, { type: "text/html" }));
    for (const sentFiles of [namedFiles.slice(0, 4), namedFiles.slice(4)]) {
      const reply = await world.browser().api.accounts.signUp({ body: signUpForm(), photos: sentFiles });
      expect(reply.status).toBe(200);
      const path = new RegExp(`^${reply.body.id}/gallery/\\d{13}-[0-9a-f]{32}\\.webp$`);
      const rows = await world.db
        .selectFrom("photo")
        .where("memberId", "=", reply.body.id)
        .select("fileName")
        .execute();
      expect(rows.filter((row) => path.test(row.fileName))).toHaveLength(sentFiles.length);
    }
    const key = /^[0-9a-f-]{36}\/gallery\/\d{13}-[0-9a-f]{32}\.(320|960|1920)\.webp$/;
    expect((await listStored(world)).filter((file) => !key.test(file))).toEqual([]);
  });
});
