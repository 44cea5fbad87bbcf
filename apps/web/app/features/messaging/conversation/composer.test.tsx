// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { makeSessionUser } from "~/testing/session-user.ts";
import type { Chat } from "../types.ts";
import { Composer, type ComposerHandle } from "./composer.tsx";

vi.mock("~/platform/session.ts", () => ({ useMember: () => makeSessionUser({ id: "me" }) }));
vi.mock("../messaging-client.ts", () => ({ sendMessage: vi.fn(() => true), sendTyping: vi.fn() }));

afterEach(cleanup);

test("[D1.23] the Escape that drops a word of an input method does not take back a reply", () => {
  // The cast is safe, because the composer reads nothing else of a conversation.
  const chat = { peer: { id: "ana", name: "Ana" }, writing: "open", shortage: null, balance: null } as Chat;
  const composer = createRef<ComposerHandle>();
  render(<Composer chat={chat} messages={[]} isFirst={false} openings={[]} onSend={() => {}} ref={composer} />, {
    wrapper: MemoryRouter,
  });
  act(() => void composer.current?.reply({ id: "m1", seq: 1, isMine: false, text: "Oi?" }));
  const field = screen.getByRole("textbox");
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  expect(screen.getByText("Oi?")).toBeTruthy();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(screen.queryByText("Oi?")).toBeNull();
});
