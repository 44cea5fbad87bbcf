// @vitest-environment happy-dom
import { galleryTexts } from "@caramelo/contract/texts/gallery";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { FakeUpload } from "~/testing/fake-upload.ts";
import { makePngFile } from "~/testing/photo-files.ts";
import type { OwnPhoto } from "../types.ts";
import { useGallery } from "./use-gallery.ts";

const { compressPhoto } = vi.hoisted(() => ({ compressPhoto: vi.fn(async (file: File): Promise<Blob> => file) }));
vi.mock("../upload/compress-photo.ts", () => ({ compressPhoto, sumPixels: vi.fn() }));

const ARRANGE = "PUT /profile/photos";
const SET_MAIN = "PUT /profile/photos/:id/main";
const REMOVE = "DELETE /profile/photos/:id";

// The cast is safe, because the gallery uses only the id of a photo.
const photosOf = (ids: string): OwnPhoto[] => [...ids].map((id) => ({ id }) as OwnPhoto);

let server: FakeServer;
const reload = vi.fn(async () => true);

/** Opens the gallery of a profile. Each letter of `ids` is the id of a photo. */
function openGallery(ids: string) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const [photos, keep] = useState(photosOf(ids));
      return { ...useGallery(photos, { keep, reload }), photos };
    },
    { wrapper },
  );
  const readShown = () => result.current.shown.map(({ id }) => id).join("");
  const readKept = () => result.current.photos.map(({ id }) => id).join("");
  return { result, shown: readShown, kept: readKept };
}
const pass = () => act(() => vi.advanceTimersByTimeAsync(10));

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear().mockResolvedValue(true);
  compressPhoto.mockClear();
  server = openFakeServer();
  FakeUpload.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  return () => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("the order of the photos", () => {
  test("shows a move at once and then the order that the server answers", async () => {
    const gallery = openGallery("abc");
    server.answer(ARRANGE, () => ({ photos: photosOf("cab") }));
    act(() => gallery.result.current.move(2, 0));
    expect([gallery.shown(), gallery.kept()]).toEqual(["cab", "abc"]);
    await pass();
    expect([gallery.shown(), gallery.kept()]).toEqual(["cab", "cab"]);
    expect(server.callsOf(ARRANGE)).toMatchObject([{ body: { ids: ["c", "a", "b"] } }]);
  });

  test("shows a preview while a photo is dragged, and sends nothing yet", async () => {
    const gallery = openGallery("abc");
    act(() => gallery.result.current.preview(0, 1));
    act(() => gallery.result.current.preview(1, 2));
    await pass();
    expect(gallery.shown()).toBe("bca");
    expect(server.callsOf(ARRANGE)).toHaveLength(0);
  });

  test("makes a photo the main one by its own call", async () => {
    const gallery = openGallery("abc");
    server.answer(SET_MAIN, () => ({ photos: photosOf("bac") }));
    act(() => gallery.result.current.setMain(1));
    expect(gallery.shown()).toBe("bac");
    await pass();
    expect(server.callsOf(SET_MAIN)).toMatchObject([{ params: ["b"] }]);
    expect(gallery.kept()).toBe("bac");
  });

  test("changes one move after the other, and only the last answer replaces what is shown", async () => {
    const gallery = openGallery("abc");
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const leftAnswers = [...answers];
    server.answer(ARRANGE, () => leftAnswers.shift()?.promise);
    act(() => gallery.result.current.move(2, 0));
    act(() => gallery.result.current.move(2, 0));
    await pass();
    expect(server.callsOf(ARRANGE)).toHaveLength(1);
    answers[0]?.resolve({ photos: photosOf("cab") });
    await pass();
    expect([gallery.shown(), gallery.kept()]).toEqual(["bca", "abc"]);
    answers[1]?.resolve({ photos: photosOf("bca") });
    await pass();
    expect([gallery.shown(), gallery.kept()]).toEqual(["bca", "bca"]);
  });

  test("goes back, with the reason, when the server refuses a move, and is loaded again", async () => {
    const gallery = openGallery("abc");
    server.answer(ARRANGE, fail);
    act(() => gallery.result.current.move(2, 0));
    await pass();
    expect(gallery.shown()).toBe("abc");
    expect(gallery.result.current.errors).toHaveLength(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  test("shows no failure of a move when a later move contains it and succeeds", async () => {
    const gallery = openGallery("abc");
    const earlier = Promise.withResolvers<object>();
    const answers = [() => earlier.promise.then(fail), () => ({ photos: photosOf("bca") })];
    server.answer(ARRANGE, () => answers.shift()?.());
    act(() => gallery.result.current.move(2, 0));
    act(() => gallery.result.current.move(2, 0));
    earlier.resolve({});
    await pass();
    expect(server.callsOf(ARRANGE)).toHaveLength(2);
    expect([gallery.shown(), gallery.kept()]).toEqual(["bca", "bca"]);
    expect(gallery.result.current.errors).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  test("sends the whole order when a photo becomes the main one before an earlier move is answered", async () => {
    const gallery = openGallery("abc");
    const earlier = Promise.withResolvers<object>();
    const answers = [() => earlier.promise.then(fail), () => ({ photos: photosOf("bca") })];
    server.answer(ARRANGE, () => answers.shift()?.());
    act(() => gallery.result.current.move(2, 0));
    act(() => gallery.result.current.setMain(2));
    earlier.resolve({});
    await pass();
    expect(server.callsOf(ARRANGE)).toMatchObject([{}, { body: { ids: ["b", "c", "a"] } }]);
    expect(gallery.kept()).toBe("bca");
    expect(gallery.result.current.errors).toEqual([]);
  });

  test("says so when the photos cannot be loaded again either", async () => {
    reload.mockResolvedValue(false);
    const gallery = openGallery("abc");
    server.answer(ARRANGE, fail);
    act(() => gallery.result.current.move(2, 0));
    await pass();
    expect(gallery.result.current.errors.at(-1)).toBe(galleryTexts.photosLoadFailed);
  });

  test("forgets the reason of an earlier failure at the next move", async () => {
    const gallery = openGallery("abc");
    server.answer(ARRANGE, fail);
    act(() => gallery.result.current.move(2, 0));
    await pass();
    server.answer(ARRANGE, () => ({ photos: photosOf("cab") }));
    act(() => gallery.result.current.move(2, 0));
    expect(gallery.result.current.errors).toEqual([]);
    await pass();
  });
});

describe("removing a photo", () => {
  test("keeps the photos that the server answers", async () => {
    const gallery = openGallery("abc");
    server.answer(REMOVE, () => ({ photos: photosOf("ac") }));
    await act(() => gallery.result.current.remove("b"));
    expect(server.callsOf(REMOVE)).toMatchObject([{ params: ["b"] }]);
    expect(gallery.kept()).toBe("ac");
    expect(gallery.result.current.errors).toEqual([]);
  });

  test("shows the reason of a refusal, keeps the photo and loads the photos again", async () => {
    const gallery = openGallery("abc");
    server.answer(REMOVE, () => refuse("PHOTOS_TOO_FEW", 422));
    await act(() => gallery.result.current.remove("b"));
    await pass();
    expect(gallery.shown()).toBe("abc");
    expect(gallery.result.current.errors[0]).toBe(galleryTexts.photoRemoveFailed);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("adding photos", () => {
  test("compresses large files one after the other, then sends all in one request with its progress", async () => {
    const gallery = openGallery("ab");
    const files = [makePngFile({ bytes: 6_000_000 }), makePngFile()];
    const compressed = Promise.withResolvers<Blob>();
    compressPhoto.mockReturnValueOnce(compressed.promise);
    act(() => gallery.result.current.add(files));
    await pass();
    expect(gallery.result.current.upload).toEqual({ phase: "preparing", count: 2, share: 0 });
    expect(FakeUpload.all).toHaveLength(0);
    compressed.resolve(new Blob(["small"]));
    await pass();
    expect(compressPhoto).toHaveBeenCalledOnce();
    expect(FakeUpload.all).toHaveLength(1);
    await act(async () => FakeUpload.latest.progress(0.5));
    expect(gallery.result.current.upload).toEqual({ phase: "sending", count: 2, share: 0.5 });
    FakeUpload.latest.reply(200, { photos: photosOf("abcd") });
    await pass();
    expect(gallery.kept()).toBe("abcd");
    expect(gallery.result.current.upload).toBeUndefined();
    expect(reload).not.toHaveBeenCalled();
  });

  test("sends nothing for a file that is no photo, and says why", async () => {
    const gallery = openGallery("ab");
    act(() => gallery.result.current.add([new File(["%PDF-1.7"], "1.png", { type: "image/png" })]));
    await pass();
    expect(FakeUpload.all).toHaveLength(0);
    expect(gallery.result.current.errors).toHaveLength(1);
  });

  test("starts no second upload while one is on its way", async () => {
    const gallery = openGallery("ab");
    act(() => gallery.result.current.add([makePngFile()]));
    await pass();
    act(() => gallery.result.current.add([makePngFile()]));
    await pass();
    expect(FakeUpload.all).toHaveLength(1);
  });

  test("stops without an error when the member cancels, and loads the photos that may have arrived", async () => {
    const gallery = openGallery("ab");
    act(() => gallery.result.current.add([makePngFile()]));
    await pass();
    act(() => gallery.result.current.cancel());
    await pass();
    expect(FakeUpload.latest.isAborted).toBe(true);
    expect(gallery.result.current.errors).toEqual([]);
    expect(gallery.result.current.upload).toBeUndefined();
    expect(reload).toHaveBeenCalledOnce();
  });

  test("shows why an upload failed, and loads the photos that may have arrived", async () => {
    const gallery = openGallery("ab");
    act(() => gallery.result.current.add([makePngFile()]));
    await pass();
    FakeUpload.latest.break();
    await pass();
    expect(gallery.result.current.errors[0]).toBe(galleryTexts.photoUploadFailed);
    expect(reload).toHaveBeenCalledOnce();
  });

  test("says so when the browser cannot read a large file", async () => {
    const gallery = openGallery("ab");
    compressPhoto.mockRejectedValueOnce(new Error("unreadable"));
    act(() => gallery.result.current.add([makePngFile({ bytes: 6_000_000 })]));
    await pass();
    expect(FakeUpload.all).toHaveLength(0);
    expect(gallery.result.current.errors[0]).toBe(galleryTexts.photoUploadFailed);
    expect(gallery.result.current.upload).toBeUndefined();
  });
});
