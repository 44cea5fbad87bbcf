// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, fail, openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { showTab } from "~/testing/tab.ts";
import { popUpMatch } from "./match-pop-up.ts";

const { user, showToast } = vi.hoisted(() => ({ user: { current: {} }, showToast: vi.fn() }));
vi.mock("~/platform/session.ts", () => ({ readSession: () => ({ user: user.current }) }));
vi.mock("~/ui/overlays/toast.ts", () => ({ showToast }));
vi.mock("~/platform/log.ts", () => ({ logFailure: vi.fn() }));

const LIST = "GET /notifications";
const bruno = { id: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c", name: "Bruno", photoUrl: "/bruno" };
const of = (type: string, actor = bruno) => ({
  id: `${type} ${actor.name}`,
  type,
  actor,
  at: "2026-11-21T12:00:00.000Z",
});
const prefer = (change: object) => {
  const { preferences, ...rest } = makeSessionUser();
  user.current = { ...rest, preferences: { ...preferences, ...change } };
};

let server: FakeServer;

beforeEach(() => {
  prefer({});
  showToast.mockClear();
  showTab(true);
  server = openFakeServer();
  server.answer(LIST, () => ({
    notifications: [of("match"), of("favorite"), of("match", { ...bruno, id: "another", name: "Caio" })],
    unread: 3,
  }));
  return () => {
    queryClient.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

test("[D3.31] a match that another member made pops up with their name and photo", async () => {
  await popUpMatch(bruno.id);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title: "Deu match com Bruno", image: "/bruno", to: `/perfil/${bruno.id}` }),
  );
});

test("[D3.31] with discreet titles, and when the list does not come, it names nobody", async () => {
  prefer({ hasDiscreetTitles: true });
  await popUpMatch(bruno.id);
  expect(server.callsOf(LIST)).toHaveLength(0);
  prefer({});
  server.answer(LIST, fail);
  await popUpMatch(bruno.id);
  expect(showToast.mock.calls.map(([toast]) => toast.title)).toEqual([
    "Você tem um novo match",
    "Você tem um novo match",
  ]);
});

test("[D3.31] nothing pops up in a hidden tab, and for a member who wants no pop-ups", async () => {
  showTab(false);
  await popUpMatch(bruno.id);
  showTab(true);
  prefer({ hasPopUps: false });
  await popUpMatch(bruno.id);
  expect(showToast).not.toHaveBeenCalled();
});
