// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "~/platform/api.ts";
import * as draft from "~/platform/photo-draft.ts";
import { makePngFile } from "~/testing/photo-files.ts";
import { SIGN_UP_LIMIT } from "../rules.ts";
import * as offer from "../upload/offer-files.ts";
import { usePhotoDraft } from "./use-photo-draft.ts";
import { usePickedPhotos } from "./use-picked-photos.ts";

afterEach(cleanup);

const namesOf = (photos: readonly { file: File }[]) => photos.map(({ file }) => file.name);

test.each(["image/jpg", "", "application/octet-stream"])(
  "[M5.21] a photo is known by its first bytes, whatever type it declares: %j",
  async (type) => {
    const { result } = renderHook(() => usePickedPhotos());
    await act(() => result.current.add([makePngFile({ type })]));
    expect(result.current.photos).toMatchObject([{ type: "image/png" }]);
    await act(() => result.current.add([new File(["GIF89a"], "a.jpg", { type: "image/jpeg" })]));
    expect(result.current.refusals).toEqual(["Apenas imagens JPEG, PNG e WebP são permitidas."]);
    expect(result.current.photos).toHaveLength(1);
  },
);

test("[D2.29] photos are prepared one after the other, also those that are picked meanwhile, and five at most are kept", async () => {
  const startedFiles: string[] = [];
  const prepare = vi.fn(async (file: File) => {
    startedFiles.push(file.name);
    await Promise.resolve();
    return new File(["small"], `small ${file.name}`);
  });
  const { result } = renderHook(() => usePickedPhotos({ limit: SIGN_UP_LIMIT, prepare }));
  const make = (name: string) => makePngFile({ name, bytes: 9_000_000 });
  let addition: Promise<unknown> | undefined;
  act(() => {
    void result.current.add(["a", "b", "c"].map(make));
    addition = result.current.add(["d", "e", "f"].map(make));
  });
  expect(result.current.preparing).toBe(6);
  await act(async () => void (await addition));
  expect(result.current.preparing).toBe(0);
  expect(startedFiles).toEqual(["a", "b", "c", "d", "e"]);
  expect(namesOf(result.current.photos)).toEqual(["small a", "small b", "small c", "small d", "small e"]);
  expect(result.current.photos[0]?.size).toBe(5);
  expect(result.current.refusals).toEqual(["Você pode enviar no máximo 5 fotos."]);
});

test("[D2.66] a photo that cannot be prepared is left out, with the reason", async () => {
  const prepare = async (file: File) => {
    if (file.name === "cut") throw new ApiError("FILE_INCOMPLETE", "A foto chegou incompleta. Escolha de novo.");
    return file;
  };
  const { result } = renderHook(() => usePickedPhotos({ prepare }));
  await act(() => result.current.add([makePngFile({ name: "cut" }), makePngFile({ name: "whole" })]));
  expect(namesOf(result.current.photos)).toEqual(["whole"]);
  expect(result.current.refusals).toEqual(["A foto chegou incompleta. Escolha de novo."]);
});

test("[M5.21] a photo that is removed while another is being read does not come back, and none is there twice", async () => {
  const { result } = renderHook(() => usePickedPhotos());
  await act(() => result.current.add(["a", "b"].map((name) => makePngFile({ name }))));
  const readBeginning = Promise.withResolvers<void>();
  const readSpy = vi.spyOn(offer, "offerFiles").mockImplementationOnce(async (files) => {
    await readBeginning.promise;
    return files.map((file) => ({ file, type: file.type, size: file.size }));
  });
  await act(async () => {
    const addition = result.current.add([makePngFile({ name: "c" })]);
    await vi.waitFor(() => expect(readSpy).toHaveBeenCalled());
    result.current.remove(0);
    readBeginning.resolve();
    await addition;
  });
  expect(namesOf(result.current.photos)).toEqual(["b", "c"]);
});

test("[D2.68] photos that are picked while the kept ones are read come after them, and all are kept", async () => {
  const { promise: whenRead, resolve: finishRead } = Promise.withResolvers<void>();
  const keptPhotos: string[][] = [];
  vi.spyOn(draft, "findKeptPhotos").mockImplementation(async () => {
    await whenRead;
    return [makePngFile({ name: "kept" })];
  });
  vi.spyOn(draft, "keepPhotos").mockImplementation(
    (files) => void keptPhotos.push(files.map((file) => (file as File).name)),
  );
  const { result } = renderHook(() => {
    const pickedPhotos = usePickedPhotos();
    usePhotoDraft(pickedPhotos, false);
    return pickedPhotos;
  });
  await act(async () => {
    const addition = result.current.add([makePngFile({ name: "picked" })]);
    finishRead();
    await addition;
  });
  expect(namesOf(result.current.photos)).toEqual(["kept", "picked"]);
  expect(keptPhotos.at(-1)).toEqual(["kept", "picked"]);
});
