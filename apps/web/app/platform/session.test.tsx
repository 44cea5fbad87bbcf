// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { showTab } from "~/testing/tab.ts";

const SESSION = "GET /session";
const { leave, leaveState } = vi.hoisted(() => ({ leave: vi.fn(), leaveState: { has: false } }));
vi.mock("./leave.ts", () => ({ leave, hasLeft: () => leaveState.has, finishLeaving: () => false }));

/** The sign-in screen with the words that the session has expired. */
const expiredAt = (to: string) => ({
  to,
  state: { words: "Sua sessão expirou. Por favor, faça login novamente.", tone: "warning" },
});
const ana = makeSessionUser({ id: "ana" });
const bia = makeSessionUser({ id: "bia" });

let server: FakeServer;

/** Opens a tab that does not know its session yet. */
async function openTab() {
  vi.resetModules();
  return import("./session.ts");
}

/** Opens a tab that has read from the server who is signed in; null for a guest. */
async function openTabOf(user: typeof ana | null) {
  server.answer(SESSION, () => ({ user, hasExpired: false }));
  const tab = await openTab();
  await tab.refreshSession();
  return tab;
}

beforeEach(() => {
  server = openFakeServer();
  showTab(true);
  leave.mockClear();
  leaveState.has = false;
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
});

/** Stores what a member leaves in a browser, and what belongs to the device. */
function writeTraces(): void {
  localStorage.setItem("tema", "escuro");
  localStorage.setItem("saida:ana:1", "uma mensagem que espera");
  localStorage.setItem("something new", "of a later version");
  sessionStorage.setItem("rascunho:ana:bia", "um rascunho");
  sessionStorage.setItem("cadastro", "{}");
}
const listTraces = () => [Object.keys(localStorage), Object.keys(sessionStorage)];
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the session of a tab", () => {
  test("is requested by its first subscriber, in one request for all who ask meanwhile", async () => {
    server.answer(SESSION, () => ({ user: ana, hasExpired: false }));
    const tab = await openTab();
    expect(server.callsOf(SESSION)).toHaveLength(0);
    const { result } = renderHook(() => tab.useSession());
    expect(result.current).toMatchObject({ state: "loading", user: null });
    await act(() => Promise.all([tab.refreshSession(), tab.refreshSession()]));
    expect(server.callsOf(SESSION)).toHaveLength(1);
    expect(result.current).toMatchObject({ state: "known", user: ana, hasJustSignedIn: false });
    await act(() => tab.refreshSession());
    expect(server.callsOf(SESSION)).toHaveLength(2);
  });

  test("is not requested again by a subscriber who comes when it is known", async () => {
    const tab = await openTabOf(ana);
    renderHook(() => tab.useSession());
    expect(server.callsOf(SESSION)).toHaveLength(1);
  });

  test("is requested once more when something changed while an answer was on its way, because that answer may be older", async () => {
    const tab = await openTabOf(ana);
    const early = Promise.withResolvers<object>();
    server.answer(SESSION, () => early.promise);
    const first = tab.refreshSession();
    const renamed = { ...ana, name: "Ana Clara" };
    server.answer(SESSION, () => ({ user: renamed, hasExpired: false }));
    const later = Promise.all([tab.refreshSession(), tab.refreshSession()]);
    early.resolve({ user: ana, hasExpired: false });
    await first;
    await later;
    expect(tab.readSession().user).toEqual(renamed);
    expect(server.callsOf(SESSION)).toHaveLength(3);
  });

  test("has failed when the first answer never came, and loads again at the next request", async () => {
    server.answer(SESSION, fail);
    const tab = await openTab();
    await tab.refreshSession();
    expect(tab.readSession().state).toBe("failed");
    server.answer(SESSION, () => ({ user: ana, hasExpired: false }));
    const again = tab.refreshSession();
    expect(tab.readSession().state).toBe("loading");
    await again;
    expect(tab.readSession()).toMatchObject({ state: "known", user: ana });
  });

  test("stays as it was when a later answer does not come", async () => {
    const tab = await openTabOf(ana);
    server.answer(SESSION, fail);
    await tab.refreshSession();
    expect(tab.readSession()).toMatchObject({ state: "known", user: ana });
  });

  test("[T74] that the server no longer knows ends here: nothing of the member stays, and the tab leaves with the reason", async () => {
    const tab = await openTabOf(ana);
    tab.guardScreen();
    writeTraces();
    server.answer(SESSION, () => ({ user: null, hasExpired: false }));
    await tab.refreshSession();
    expect(tab.readSession()).toMatchObject({ state: "loading", user: null });
    expect(listTraces()).toEqual([["tema"], []]);
    expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/login"));
    await tab.refreshSession();
    expect(server.callsOf(SESSION)).toHaveLength(2);
  });

  test("[T74] that is over when the page opens ends in the same way, once", async () => {
    writeTraces();
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    const tab = await openTab();
    tab.guardScreen();
    await tab.refreshSession();
    expect(listTraces()).toEqual([["tema"], []]);
    expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/login"));

    leaveState.has = true;
    const next = await openTab();
    await next.refreshSession();
    expect(next.readSession()).toMatchObject({ state: "known", user: null });
    expect(leave).toHaveBeenCalledOnce();
  });

  test("[T74] that is over does not disturb a guest who is here already, for whom the server reports it again", async () => {
    const tab = await openTabOf(null);
    sessionStorage.setItem("cadastro", "{}");
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await tab.refreshSession();
    expect(tab.readSession()).toMatchObject({ state: "known", user: null });
    expect(leave).not.toHaveBeenCalled();
    expect(sessionStorage.getItem("cadastro")).toBe("{}");
  });

  test("[T74] that is over leaves a page for everybody where it is", async () => {
    const tab = await openTabOf(ana);
    history.replaceState(null, "", "/termos?x=1#foro");
    const release = tab.guardScreen();
    release();
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await tab.refreshSession();
    expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/termos?x=1#foro"));
  });

  test("[T74] of another member, who signed in in another tab, begins without what this tab holds", async () => {
    const tab = await openTabOf(ana);
    writeTraces();
    localStorage.setItem("saida:bia:1", "uma mensagem de outra aba, que já é dela");
    server.answer(SESSION, () => ({ user: bia, hasExpired: false }));
    await tab.refreshSession();
    expect(listTraces()).toEqual([["tema", "saida:bia:1"], []]);
    expect(leave).toHaveBeenCalledExactlyOnceWith({ to: "/busca" });
  });

  test("[T74] of a guest keeps the theme and the sign-up that is being filled in, and nothing of members", async () => {
    writeTraces();
    const tab = await openTabOf(null);
    expect(tab.readSession()).toMatchObject({ state: "known", user: null });
    expect(listTraces()).toEqual([["tema"], ["cadastro"]]);
    expect(leave).not.toHaveBeenCalled();
  });

  test("[T74] of a member keeps what they are writing, also when an answer does not come", async () => {
    const tab = await openTabOf(ana);
    writeTraces();
    await tab.refreshSession();
    server.answer(SESSION, fail);
    await tab.refreshSession();
    expect(localStorage.getItem("saida:ana:1")).not.toBeNull();
    expect(sessionStorage.getItem("rascunho:ana:bia")).not.toBeNull();
  });

  test("gives a member's screen its member, and refuses to draw that screen without one", async () => {
    const tab = await openTabOf(ana);
    expect(renderHook(() => tab.useMember()).result.current).toEqual(ana);
    const empty = await openTabOf(null);
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => renderHook(() => empty.useMember())).toThrow("signed-in member");
  });
});

describe("a sign-in", () => {
  const form = { email: "ana@caramelo.test", password: "segredo", remember: true };

  test("is new as long as the page lives, and begins without what earlier visitors left", async () => {
    const tab = await openTabOf(null);
    writeTraces();
    server.answer("POST /session", () => ({ user: bia }));
    await tab.signIn(form);
    expect(listTraces()).toEqual([["tema"], []]);
    expect(tab.readSession()).toMatchObject({ user: bia, hasJustSignedIn: true });
    server.answer(SESSION, () => ({ user: bia, hasExpired: false }));
    await tab.refreshSession();
    expect(tab.readSession().hasJustSignedIn).toBe(true);
  });

  test("stays when the session was requested before it and the answer comes after it", async () => {
    const tab = await openTabOf(null);
    const early = Promise.withResolvers<object>();
    server.answer(SESSION, () => early.promise);
    const request = tab.refreshSession();
    server.answer("POST /session", () => ({ user: ana }));
    await tab.signIn(form);
    early.resolve({ user: null, hasExpired: false });
    await request;
    expect(tab.readSession()).toMatchObject({ user: ana, hasJustSignedIn: true });
  });

  test("that the server refuses changes nothing", async () => {
    const tab = await openTabOf(null);
    server.answer("POST /session", () => refuse("AUTH_INVALID_CREDENTIALS", 401));
    await expect(tab.signIn(form)).rejects.toMatchObject({ code: "AUTH_INVALID_CREDENTIALS" });
    expect(tab.readSession().user).toBeNull();
  });
});

describe("a sign-out", () => {
  test("[T74] ends the session here once the server has ended it, and does not call it expired", async () => {
    const tab = await openTabOf(ana);
    tab.guardScreen();
    writeTraces();
    server.answer("DELETE /session", () => ({}));
    await tab.signOut();
    expect(tab.readSession().user).toBeNull();
    expect(listTraces()).toEqual([["tema"], []]);
    expect(leave).toHaveBeenCalledExactlyOnceWith({ to: "/login" });
  });

  test("[T74] waits for the answer, which takes the cookie along, whatever else says before that the session is over", async () => {
    const tab = await openTabOf(ana);
    tab.guardScreen();
    const answer = Promise.withResolvers<object>();
    server.answer("DELETE /session", () => answer.promise);
    const leavingTab = tab.signOut();
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await tab.refreshSession();
    expect(leave).not.toHaveBeenCalled();
    answer.resolve({});
    await leavingTab;
    expect(leave).toHaveBeenCalledExactlyOnceWith({ to: "/login" });
  });

  test("whose answer was lost ends the session as over, when the server knows it no more", async () => {
    const tab = await openTabOf(ana);
    tab.guardScreen();
    server.answer("DELETE /session", fail);
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await expect(tab.signOut()).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/login")));
  });

  test("without an answer leaves the member signed in", async () => {
    const tab = await openTabOf(ana);
    server.answer("DELETE /session", fail);
    await expect(tab.signOut()).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(tab.readSession().user).toEqual(ana);
  });

  test("forgets the copies that the browser keeps of this member's lists", async () => {
    const tab = await openTabOf(ana);
    const caches = { keys: async () => ["lists-ana", "pages"], delete: vi.fn(async () => true) };
    vi.stubGlobal("caches", caches);
    server.answer("DELETE /session", () => ({}));
    await tab.signOut();
    await vi.waitFor(() => expect(caches.delete.mock.calls).toEqual([["lists-ana"]]));
  });
});

describe("a deactivation", () => {
  test("leads to the start, also when the sign-out after it gets no answer", async () => {
    const tab = await openTabOf(ana);
    tab.guardScreen();
    server.answer("POST /account/deactivation", () => ({}));
    server.answer("DELETE /session", fail);
    await tab.deactivateAccount();
    expect(tab.readSession().user).toBeNull();
    expect(leave).toHaveBeenCalledExactlyOnceWith({ to: "/" });
  });

  test("is not announced as an expired session by what the tab asks meanwhile, before it or after it", async () => {
    const tab = await openTabOf(ana);
    renderHook(() => tab.useSessionKeeper());
    const { api } = await import("./api.ts");
    const early = Promise.withResolvers<object>();
    server.answer(SESSION, () => early.promise);
    const request = tab.refreshSession();
    const answer = Promise.withResolvers<object>();
    server.answer("POST /account/deactivation", () => answer.promise);
    server.answer("DELETE /session", () => ({}));
    const leavingTab = tab.deactivateAccount();
    server.answer("GET /settings", () => refuse("AUTH_NO_SESSION", 401));
    await expect(api.memberSettings.read()).rejects.toMatchObject({ code: "AUTH_NO_SESSION" });
    early.resolve({ user: null, hasExpired: true });
    await request;
    expect(tab.readSession()).toMatchObject({ user: ana });
    answer.resolve({});
    await leavingTab;
    await tab.refreshSession();
    expect(leave).toHaveBeenCalledExactlyOnceWith({ to: "/" });
  });

  test("that the server refuses leaves the member signed in, and a later end of the session shows as expired again", async () => {
    const tab = await openTabOf(ana);
    server.answer("POST /account/deactivation", () => refuse("AUTH_INVALID_CREDENTIALS", 401));
    await expect(tab.deactivateAccount()).rejects.toMatchObject({ code: "AUTH_INVALID_CREDENTIALS" });
    expect(tab.readSession().user).toEqual(ana);
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await tab.refreshSession();
    expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/"));
  });
});

describe("the keeper of the session", () => {
  test("ends the session when the server refuses a call for want of it", async () => {
    const tab = await openTabOf(ana);
    const { api } = await import("./api.ts");
    renderHook(() => tab.useSessionKeeper());
    server.answer("GET /settings", () => refuse("AUTH_SESSION_EXPIRED", 401));
    await act(() => expect(api.memberSettings.read()).rejects.toMatchObject({ code: "AUTH_SESSION_EXPIRED" }));
    expect(tab.readSession().user).toBeNull();
    await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/")));
  });

  test("[T74] leads to the start of another member who signed in here, and leaves them what they wrote", async () => {
    const tab = await openTabOf(ana);
    const { api } = await import("./api.ts");
    renderHook(() => tab.useSessionKeeper());
    writeTraces();
    localStorage.setItem("saida:bia:1", "her own message that waits");
    server.answer("GET /settings", () => refuse("AUTH_SESSION_EXPIRED", 401));
    server.answer(SESSION, () => ({ user: bia, hasExpired: false }));
    await act(() => expect(api.memberSettings.read()).rejects.toMatchObject({ code: "AUTH_SESSION_EXPIRED" }));
    expect(server.callsOf("GET /settings").map(({ headers }) => headers["x-member"])).toEqual(["ana"]);
    await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith({ to: "/busca" }));
    expect(listTraces()).toEqual([["tema", "saida:bia:1"], []]);
  });

  test("shows no expired session to a visitor who was never signed in", async () => {
    const tab = await openTabOf(null);
    const { api } = await import("./api.ts");
    renderHook(() => tab.useSessionKeeper());
    server.answer("GET /settings", () => refuse("AUTH_NO_SESSION", 401));
    await act(() => expect(api.memberSettings.read()).rejects.toMatchObject({ code: "AUTH_NO_SESSION" }));
    expect(leave).not.toHaveBeenCalled();
  });

  test("loads the session again when the tab becomes visible, until it is unmounted", async () => {
    const tab = await openTabOf(ana);
    const { unmount } = renderHook(() => tab.useSessionKeeper());
    showTab(false);
    expect(server.callsOf(SESSION)).toHaveLength(1);
    await act(async () => showTab(true));
    expect(server.callsOf(SESSION)).toHaveLength(2);
    unmount();
    await act(async () => showTab(true));
    expect(server.callsOf(SESSION)).toHaveLength(2);
  });

  const turn = (type: string) => window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

  test("[T74] hides a member's page that the browser keeps for Back, until the server knows the session again", async () => {
    const tab = await openTabOf(ana);
    renderHook(() => tab.useSessionKeeper());
    const { style } = document.documentElement;
    turn("pagehide");
    expect(style.visibility).toBe("hidden");
    await act(async () => turn("pageshow"));
    await vi.waitFor(() => expect(style.visibility).toBe(""));
    turn("pagehide");
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await act(async () => turn("pageshow"));
    await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(expiredAt("/")));
    expect(style.visibility).toBe("hidden");
    style.visibility = "";
  });

  test("[T74] takes the member from a page that the browser kept for Back when the server cannot be asked, until it can", async () => {
    const tab = await openTabOf(ana);
    renderHook(() => tab.useSessionKeeper());
    turn("pagehide");
    server.answer(SESSION, fail);
    await act(async () => turn("pageshow"));
    await vi.waitFor(() => expect(tab.readSession()).toMatchObject({ state: "failed", user: null }));
    expect(document.documentElement.style.visibility).toBe("");
    server.answer(SESSION, () => ({ user: ana, hasExpired: false }));
    await act(() => tab.refreshSession());
    expect(tab.readSession()).toMatchObject({ state: "known", user: ana });
  });

  test.each([
    ["another member", bia, { to: "/busca" }],
    ["nobody", null, expiredAt("/")],
  ])("[T74] leaves a kept page that could not ask the server, once the server knows %s there", async (_, user, to) => {
    const tab = await openTabOf(ana);
    renderHook(() => tab.useSessionKeeper());
    writeTraces();
    localStorage.setItem("saida:bia:1", "her own message that waits");
    turn("pagehide");
    server.answer(SESSION, fail);
    await act(async () => turn("pageshow"));
    await vi.waitFor(() => expect(tab.readSession()).toMatchObject({ state: "failed", user: null }));
    server.answer(SESSION, () => ({ user, hasExpired: false }));
    await act(() => tab.refreshSession());
    expect(leave).toHaveBeenCalledExactlyOnceWith(to);
    expect(tab.readSession()).toMatchObject({ state: "loading", user: null });
    expect(listTraces()).toEqual([user ? ["tema", "saida:bia:1"] : ["tema"], []]);
  });
});
