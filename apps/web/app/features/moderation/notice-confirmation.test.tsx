// @vitest-environment happy-dom
import { noticeConfirmationTexts } from "@caramelo/contract/texts/moderation";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { NoticeConfirmation } from "./notice-confirmation.tsx";

const CONFIRM = "POST /notices/confirmation";
const token = "t".repeat(43);
const confirmed = { number: "3F2A6D5C8E", dueAt: "2026-11-24T17:05:00Z" };

let server: FakeServer;

function open(secret: string | null | undefined) {
  const element = <NoticeConfirmation token={secret} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}
const press = () => fireEvent.submit(screen.getByRole("button", { name: "Confirmar denúncia" }));

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

test("[T63] an opened link confirms nothing until it is pressed, and then once", async () => {
  server.answer(CONFIRM, () => confirmed);
  open(token);
  await screen.findByText(noticeConfirmationTexts.question);
  expect(server.callsOf(CONFIRM)).toEqual([]);
  press();
  await screen.findByText(noticeConfirmationTexts.done);
  expect(screen.getByText(confirmed.number)).toBeTruthy();
  expect(server.callsOf(CONFIRM).map(({ body }) => body)).toEqual([{ token }]);
});

test("[T63] a link that was used says so, and an address without one does, too", async () => {
  server.answer(CONFIRM, () => refuse("CONFIRMATION_LINK_INVALID", 410));
  open(token);
  await screen.findByText(noticeConfirmationTexts.question);
  press();
  await screen.findByText(noticeConfirmationTexts.refused);
  cleanup();
  open(null);
  await screen.findByText(noticeConfirmationTexts.refused);
  expect(screen.getByRole("link", { name: "Enviar outra denúncia" }).getAttribute("href")).toBe("/denunciar-conteudo");
});

test("[T63] without a network, or above a limit, the question stays and says what is wrong", async () => {
  server.answer(CONFIRM, fail);
  open(token);
  await screen.findByText(noticeConfirmationTexts.question);
  press();
  await screen.findByRole("alert");
  server.answer(CONFIRM, () => refuse("RATE_LIMIT_EXCEEDED", 429));
  press();
  await screen.findByText(/^Muitas tentativas/);
  server.answer(CONFIRM, () => confirmed);
  press();
  await screen.findByText(noticeConfirmationTexts.done);
});

test("waits while the link is not known yet", async () => {
  open(undefined);
  expect((await screen.findByRole("status")).textContent).toContain("Conferindo o link");
});
