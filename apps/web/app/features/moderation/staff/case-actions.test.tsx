// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshSession } from "~/platform/session.ts";
import { openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import type { CaseDetail } from "../queries.ts";
import { CaseActions } from "./case-actions.tsx";
import { dismiss, dismissalStore, undoDismissal } from "./dismissals.ts";
import { useModeration } from "./queries.ts";

const ID = "0190a1b2-0000-4000-8000-000000000001";
// Only what the actions read.
const detail = {
  id: ID,
  status: "pending",
  nextId: null,
  reported: { id: ID, name: "Ana" },
  reports: [],
  evidence: { photos: [] },
  member: { status: "active", measures: [] },
  isFlagged: false,
} as unknown as CaseDetail;

const Actions = () => <CaseActions detail={detail} moderation={useModeration()} photoId={undefined} />;

beforeEach(async () => {
  const server = openFakeServer();
  server.answer("GET /session", () => ({ user: makeSessionUser({ role: "admin", isAdmin: true }), hasExpired: false }));
  await refreshSession();
});
afterEach(() => {
  cleanup();
  undoDismissal();
  vi.unstubAllGlobals();
});

test("a measure that is started on the case whose dismissal waits undoes the dismissal", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Actions />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  act(() => dismiss({ id: ID, name: "Ana" }));
  expect(dismissalStore.get().waiting?.id).toBe(ID);
  fireEvent.click(screen.getByRole("button", { name: /^Advertir/ }));
  expect(dismissalStore.get().waiting).toBeUndefined();
  expect(screen.getByRole("dialog", { name: /Ana/ })).not.toBeNull();
});
