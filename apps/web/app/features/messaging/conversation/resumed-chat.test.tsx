// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { readDraft, writeDraft } from "../outbox/outbox-store.ts";
import { ResumedChat } from "./resumed-chat.tsx";
import { keepStoppedChat, readStoppedChat } from "./stopped-chat.ts";
import { dismissNotice } from "./use-notice.ts";

const { sendMessage } = vi.hoisted(() => ({ sendMessage: vi.fn(() => true) }));
vi.mock("../messaging-client.ts", () => ({ sendMessage }));
vi.mock("~/platform/session.ts", () => ({ useMember: () => makeSessionUser({ id: "me" }) }));
vi.mock("~/platform/log.ts", () => ({ logFailure: vi.fn() }));

const CHAT = "GET /conversations/:memberId";
const HISTORY = "GET /conversations/:memberId/messages";
const peer = { id: "ana", name: "Ana", photoUrl: "/ana.webp", isAvailable: true };
const chat = { peer, writing: "open", shortage: null, unread: 0, balance: null };

const historyOf = (...messages: { isMine: boolean; text: string }[]) => ({
  messages: messages.map((message, index) => ({ ...message, id: `m${index}`, seq: index + 1 })),
  hasMore: false,
  cursor: messages.length,
});

let server: FakeServer;

function Where() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

function open({ wasFirst = true } = {}) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/obrigado?type=tokens"]}>
        <Routes>
          <Route path="/obrigado" element={<ResumedChat peerId="ana" wasFirst={wasFirst} />} />
          <Route path="/mensagens" element={<Where />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  sendMessage.mockClear();
  server = openFakeServer();
  server.answer(HISTORY, () => historyOf());
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

describe("the conversation in which a purchase began", () => {
  test.each([
    ["😀".repeat(2_001), true],
    ["😀".repeat(4_001), false],
    ["\u200b\u2800", false],
    ["\u3164 \uffa0", false],
  ])("[D2.34] sends what the server takes, counted as the server counts it (case %#)", async (text, maySend) => {
    server.answer(CHAT, () => chat);
    writeDraft("me", "ana", JSON.stringify({ text }));
    open();
    await screen.findByLabelText("Mensagem para Ana");
    const button: HTMLButtonElement = screen.getByRole("button", { name: "Enviar" });
    expect(button.disabled).toBe(!maySend);
  });

  test("[D4.51][D4.26] has a name and a field with the kept text, which one press sends", async () => {
    const vibrations = vi.fn();
    vi.stubGlobal("navigator", Object.assign(navigator, { vibrate: vibrations }));
    server.answer(CHAT, () => chat);
    writeDraft("me", "ana", JSON.stringify({ text: "Vamos conversar? " }));
    keepStoppedChat("me", { withId: "ana", isFirst: true });
    open();
    const field: HTMLTextAreaElement = await screen.findByLabelText("Mensagem para Ana");
    expect(field.value).toBe("Vamos conversar? ");
    expect(screen.getByRole("heading", { name: "Ana" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Enviar" }));
    await screen.findByText("/mensagens?userId=ana");
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("ana", "Vamos conversar?", expect.anything());
    expect(vibrations).toHaveBeenCalledOnce();
    expect([readDraft("me", "ana"), readStoppedChat("me")]).toEqual([null, null]);
  });

  test("[D4.51] keeps what is typed here for the conversation, to which a link leads", async () => {
    server.answer(CHAT, () => chat);
    open();
    const field = await screen.findByLabelText("Mensagem para Ana");
    expect(screen.getByRole("button", { name: "Enviar" }).hasAttribute("disabled")).toBe(true);
    fireEvent.change(field, { target: { value: "Oi!" } });
    fireEvent.click(screen.getByRole("link", { name: "Voltar à conversa" }));
    await screen.findByText("/mensagens?userId=ana");
    expect(JSON.parse(readDraft("me", "ana") ?? "null")).toMatchObject({ text: "Oi!" });
    expect(sendMessage).not.toHaveBeenCalled();
  });

  describe("[D4.51][K4.30] openings", () => {
    const openings = ["Qual é a sua música?", "Doce ou salgado?"].map((text) => ({ key: text, text }));
    const offer = () => screen.queryByRole("region", { name: /^Ideias para começar/ });
    beforeEach(() => server.answer(CHAT, () => ({ ...chat, openings })));

    test("are offered where nothing was typed before the purchase; a tap fills the field and sends nothing", async () => {
      open();
      const field: HTMLTextAreaElement = await screen.findByLabelText("Mensagem para Ana");
      fireEvent.click(await screen.findByRole("button", { name: "Doce ou salgado?" }));
      expect(field.value).toBe("Doce ou salgado?");
      expect(screen.getByRole("button", { name: "Doce ou salgado?" }).getAttribute("aria-pressed")).toBe("true");
      expect(sendMessage).not.toHaveBeenCalled();
      fireEvent.change(field, { target: { value: "Oi, Ana!" } });
      expect(offer()).toBeNull();
      expect(server.callsOf(CHAT)).toHaveLength(1);
    });

    test("are not offered next to a stored text, nor where one of the two has written", async () => {
      writeDraft("me", "ana", JSON.stringify({ text: "Vamos conversar?" }));
      open();
      await screen.findByLabelText("Mensagem para Ana");
      expect(offer()).toBeNull();
      cleanup();
      sessionStorage.clear();
      server.answer(HISTORY, () => historyOf({ isMine: false, text: "Oi!" }));
      open();
      await screen.findByLabelText("Mensagem para Ana");
      expect(offer()).toBeNull();
    });
  });

  test("[D4.51] keeps a text that could not be taken, and leads to it", async () => {
    server.answer(CHAT, () => chat);
    sendMessage.mockReturnValueOnce(false);
    writeDraft("me", "ana", JSON.stringify({ text: "Oi!" }));
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Enviar" }));
    await screen.findByText("/mensagens?userId=ana");
    expect(JSON.parse(readDraft("me", "ana") ?? "null")).toMatchObject({ text: "Oi!" });
  });

  test("[D4.51] has no field while the other one may not be written to, or a text has to be confirmed", async () => {
    server.answer(CHAT, () => ({ ...chat, writing: "upgrade" }));
    open();
    await screen.findByRole("link", { name: "Voltar à conversa" });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByText("Agora vocês podem conversar.")).toBeNull();
    cleanup();
    server.answer(CHAT, () => chat);
    writeDraft("me", "ana", JSON.stringify({ text: "Pix", asked: { text: "Pix", warnings: ["pix"] } }));
    open();
    await screen.findByRole("link", { name: "Voltar à conversa" });
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("[D4.51] leaves a reply to the conversation, which shows what is quoted", async () => {
    server.answer(CHAT, () => chat);
    const replyTo = { id: "m1", seq: 1, isMine: false, text: "Oi, tudo bem?" };
    writeDraft("me", "ana", JSON.stringify({ text: "Tudo!", replyTo }));
    open();
    const link = await screen.findByRole("link", { name: "Voltar à conversa" });
    expect(screen.queryByRole("textbox")).toBeNull();
    // It is the only action, so it looks like one.
    expect(link.className).toContain("bg-primary");
  });

  test.each([
    [true, "", "h-164"],
    [true, "Oi!", "h-104"],
    [false, "", "h-83"],
  ])(
    "[D4.51][D3.45] reserves the room of the advice only for a first message, and that of openings only without a kept text, while messages load: %s, “%s”",
    (wasFirst, text, height) => {
      server.answer(CHAT, () => chat);
      if (text) writeDraft("me", "ana", JSON.stringify({ text }));
      open({ wasFirst });
      expect(document.querySelector("[aria-hidden]")?.className.split(" ")).toContain(height);
    },
  );

  test.each([
    ["nobody has written", () => historyOf(), true],
    ["only the other one has written", () => historyOf({ isMine: false, text: "Oi!" }), true],
    ["the messages could not be loaded", fail, true],
    ["the member has written before", () => historyOf({ isMine: true, text: "Oi!" }), false],
  ])("[D4.51] says above the field how to stay safe before a first message: %s", async (_, answer, isShown) => {
    server.answer(CHAT, () => chat);
    server.answer(HISTORY, answer);
    open();
    const field = await screen.findByLabelText("Mensagem para Ana");
    const notice = screen.queryByRole("region", { name: /^Antes da primeira mensagem/ });
    expect(notice !== null).toBe(isShown);
    if (!notice) return;
    expect(notice.textContent).toContain("Não envie dinheiro, códigos ou documentos.");
    expect(notice.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("[D4.51] does not repeat advice that the member has dismissed in the conversation", async () => {
    server.answer(CHAT, () => chat);
    dismissNotice("me", "ana");
    open();
    await screen.findByLabelText("Mensagem para Ana");
    expect(screen.queryByRole("region", { name: /^Antes da primeira mensagem/ })).toBeNull();
  });

  test.each([
    ["who is not there any more", () => refuse("NOT_FOUND", 404)],
    ["who is not available", () => ({ ...chat, peer: { ...peer, isAvailable: false } })],
  ])("[D4.51] does not show a member %s", async (_, answer) => {
    server.answer(CHAT, answer);
    open();
    await waitFor(() => expect(server.callsOf(CHAT)).toHaveLength(1));
    await waitFor(() => expect(document.body.textContent).toBe(""));
    expect(screen.queryByRole("region")).toBeNull();
  });

  test("[D4.51] leads back without a name when it could not be loaded", async () => {
    server.answer(CHAT, fail);
    open();
    const link = await screen.findByRole("link", { name: "Voltar à conversa" });
    expect(link.getAttribute("href")).toBe("/mensagens?userId=ana");
    expect(screen.queryByRole("heading")).toBeNull();
  });
});
