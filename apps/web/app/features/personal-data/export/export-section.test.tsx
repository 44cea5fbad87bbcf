// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { ExportSection, nextText, readyText, sizeText } from "./export-section.tsx";

const FIND = "GET /account/export";
const REQUEST = "POST /account/export";
const copy = {
  id: "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70",
  state: "waiting",
  percent: 0,
  requestedAt: "2026-11-22T17:05:00.000Z",
  expiresAt: "2026-11-24T17:05:00.000Z",
  bytes: null,
};
const nextAt = "2026-11-23T17:05:00.000Z";

let server: FakeServer;

function open(answer: object) {
  server.answer(FIND, () => answer);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ExportSection />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

test("[D5.16] a member asks for a copy and sees how far it is", async () => {
  open({ export: null, nextAt: null });
  const waitingCopy = { export: { ...copy, percent: 40 }, nextAt };
  server.answer(REQUEST, () => {
    server.answer(FIND, () => waitingCopy);
    return waitingCopy;
  });
  fireEvent.click(await screen.findByRole("button", { name: "Pedir uma cópia" }));
  const progress = await screen.findByRole("progressbar", { name: "Preparando a sua cópia… 40%" });
  expect(progress.getAttribute("value")).toBe("40");
  expect(screen.queryByRole("button")).toBeNull();
});

test("[D5.16] a copy that is ready is offered, and the next one only from its time on", async () => {
  open({ export: { ...copy, state: "ready", percent: 100, bytes: 3_565_158 }, nextAt });
  await screen.findByText("Sua cópia está pronta (3,4 MB). Você pode baixá-la até 24/11/2026, 14:05.");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Baixar arquivo"]);
  screen.getByText("Você pode pedir outra a partir de 23/11/2026, 14:05.");
});

test("[D5.16] a copy that failed can be requested again, and a refusal is shown", async () => {
  open({ export: { ...copy, state: "failed" }, nextAt: null });
  await screen.findByText("Não conseguimos preparar a sua cópia. Peça de novo.");
  server.answer(REQUEST, () => refuse("EXPORT_WAITING"));
  fireEvent.click(screen.getByRole("button", { name: "Pedir outra cópia" }));
  await screen.findByText("A sua exportação já está sendo preparada.");
});

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
