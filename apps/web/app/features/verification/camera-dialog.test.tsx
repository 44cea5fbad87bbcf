// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CameraDialog } from "./camera-dialog.tsx";

const refusal = (name: string) => Object.assign(new Error("no camera"), { name });

/** A camera that opens at once. Its track can end. */
function makeStream() {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  return { track, stream: { getTracks: () => [track] } };
}

function open() {
  const getUserMedia = vi.fn();
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  // The simulated DOM has no media streams, and refuses objects that are not its own streams.
  Object.defineProperty(HTMLMediaElement.prototype, "srcObject", { writable: true, value: null });
  const calls = { onTake: vi.fn(), onFile: vi.fn(), onClose: vi.fn() };
  const draw = () => render(<CameraDialog title="Selfie" facing="user" {...calls} />);
  return { getUserMedia, draw, ...calls };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("[T38] a camera that was not permitted says so, can be tried again, and then takes the picture", async () => {
  const { getUserMedia, draw } = open();
  getUserMedia.mockRejectedValueOnce(refusal("NotAllowedError"));
  draw();
  expect(await screen.findByText("A câmera não foi permitida")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Tirar foto" })).toBeNull();
  getUserMedia.mockResolvedValueOnce(makeStream().stream);
  fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
  const take = await screen.findByRole("button", { name: "Tirar foto" });
  await vi.waitFor(() => expect(take.hasAttribute("disabled")).toBe(false));
  expect(screen.queryByText("A câmera não foi permitida")).toBeNull();
});

test("[T38] without a camera a file is one press away", async () => {
  const { getUserMedia, draw, onFile } = open();
  getUserMedia.mockRejectedValueOnce(refusal("NotFoundError"));
  draw();
  expect(await screen.findByText("Não encontramos uma câmera")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Escolher arquivo" }));
  expect(onFile).toHaveBeenCalledOnce();
});

test("[T38] a camera that stops while it is open says so, and is released with the dialog", async () => {
  const { getUserMedia, draw } = open();
  const { track, stream } = makeStream();
  getUserMedia.mockResolvedValueOnce(stream);
  const { unmount } = draw();
  const take = await screen.findByRole("button", { name: "Tirar foto" });
  await vi.waitFor(() => expect(take.hasAttribute("disabled")).toBe(false));
  act(() => void track.dispatchEvent(new Event("ended")));
  expect(await screen.findByText("A câmera parou")).toBeTruthy();
  unmount();
  expect(track.stop).toHaveBeenCalled();
});
