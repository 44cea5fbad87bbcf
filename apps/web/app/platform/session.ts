import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { signInErrors } from "@caramelo/contract/texts/sign-in";
import { useEffect } from "react";
import { api, listenToLostSession, speakFor } from "./api.ts";
import { forgetMembers, storeRemembering } from "./device-traces.ts";
import { readFirstAnswers, takeFirstAnswer } from "./first-answers.ts";
import { finishLeaving, hasLeft, leave } from "./leave.ts";
import { createStore, useStore } from "./store.ts";

export type SessionUser = NonNullable<AnswerOf<Contract["accounts"]["session"]>["user"]>;

/** Who is signed in, according to the server's latest answer. Nothing of it is stored in the browser. */
export type Session = {
  state: "loading" | "failed" | "known";
  user: SessionUser | null;
  /** The member signed in a moment ago, so the sign-in screen sends them to their own start page. */
  hasJustSignedIn: boolean;
};

const unknown: Session = { state: "loading", user: null, hasJustSignedIn: false };

// The session is not in the query cache, because the sign-in page, which must load fast, would need the query library
// for a single call.
const session = createStore(unknown);
let loading: Promise<void> | undefined;
/** A request that waits for the one under way, because the answer of that one may be older than the latest change. */
let following: Promise<void> | undefined;
/**
 * The session is ending in this tab, by the member's own act or because it is over. Answers that arrive meanwhile are
 * ignored.
 */
let isLeaving = false;
/**
 * The member whom this document shows, or has shown. It stays while the session is unknown, because the document and the
 * tab's history still hold what is the member's.
 */
let memberId: string | undefined;
/** How many mounted screens of this page are for members only. */
let guards = 0;

function change(next: Partial<Session>): void {
  const changedState: Session = { ...unknown, state: "known", ...next };
  if (changedState.state === "known" && !changedState.user) forgetMembers("guest");
  memberId = changedState.user?.id ?? memberId;
  speakFor(changedState.user?.id);
  session.set(changedState);
}

type End = { to: string; state?: { words: string; tone: "warning" } };
const signedOut = (): End => ({ to: guards > 0 ? "/login" : location.pathname + location.search + location.hash });
/** Where the tab goes when the session ended without the member's action. The sign-in screen shows these words. */
const expired = (): End => ({ ...signedOut(), state: { words: signInErrors.AUTH_SESSION_EXPIRED, tone: "warning" } });

/** Ends the session here: nothing of the member's may stay in the browser, in this page or in the tab's history. */
function end(destination: End, nextId?: string): void {
  isLeaving = true;
  forgetMembers({ memberId: nextId });
  // Everything that shows the member is removed, and the gates of members' screens wait until the page is left.
  session.set({ ...unknown });
  leave(destination);
}

async function loadSession(): Promise<void> {
  const before = session.get();
  try {
    const { user, hasExpired } = await api.accounts.session();
    // The member has signed in or out meanwhile, so the answer may be out of date.
    if (isLeaving || session.get() !== before) return;
    // The session has ended, or another member has signed in, in another tab.
    if (memberId && user?.id !== memberId) return end(user ? { to: "/busca" } : expired(), user?.id);
    // An expired session sends the tab away only while the page opens. Later a guest may be filling in a form here,
    // which they would lose.
    if (hasExpired && before.state !== "known" && !hasLeft()) return end(expired());
    change({ user, hasJustSignedIn: before.hasJustSignedIn });
  } catch {
    // A signed-in member stays signed in after a failed request. The next call shows whether the session is still
    // valid.
    if (!isLeaving && session.get().state !== "known") change({ state: "failed" });
  } finally {
    loading = undefined;
  }
}

/** Handles a call refused by the server: the session is over, or another member has signed in in this browser. */
async function endLost(): Promise<void> {
  const { user } = session.get();
  if (!user || isLeaving) return;
  isLeaving = true;
  // The member's data is hidden while the server is asked.
  session.set({ ...unknown });
  const next = await api.accounts.session().then(
    (answer) => answer.user,
    () => null,
  );
  if (next && next.id !== user.id) end({ to: "/busca" }, next.id);
  else end(expired());
}

/** Asks who is signed in, one request at a time. After the first request the answer is never older than this call. */
export function refreshSession(): Promise<void> {
  if (isLeaving) return Promise.resolve();
  if (session.get().state === "failed") change({ state: "loading" });
  const isFirst = session.get().state === "loading";
  if (loading && !isFirst) {
    following ??= loading.then(() => {
      following = undefined;
      return refreshSession();
    });
    return following;
  }
  loading ??= loadSession();
  return loading;
}

/** Takes over the session that the server sent with the page. Called before anything is drawn. */
export function adoptFirstSession(): void {
  readFirstAnswers();
  // The cast is safe, because this is the answer of that call.
  const answer = takeFirstAnswer("/api/session") as AnswerOf<Contract["accounts"]["session"]> | undefined;
  if (answer?.user) change({ user: answer.user });
}

/** Calls back at each change, and requests a session that is still unknown. Returns a function that stops the calls. */
export function subscribeToSession(onChange: () => void): () => void {
  const stop = session.subscribe(onChange);
  if (session.get().state === "loading") void refreshSession();
  return stop;
}

export const readSession = (): Session => session.get();

export const useSession = (): Session => useStore({ ...session, subscribe: subscribeToSession });

/** The signed-in member, for screens that only members see. */
export function useMember(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("This screen needs a signed-in member");
  return user;
}

/**
 * Marks the screen as one for members only until the returned function is called. When the session ends meanwhile, the
 * tab goes to /login.
 */
export function guardScreen(): () => void {
  guards += 1;
  return () => {
    guards -= 1;
  };
}

type SignInAnswer = AnswerOf<Contract["accounts"]["signInByPasskey"]>;

/** Signs in by the password. Throws an ApiError when the server refuses. */
export const signIn = (form: { email: string; password: string; remember: boolean; code?: string }) =>
  adoptSignIn(form.remember, api.accounts.signIn({ body: form }));

/** Takes over the session that a sign-in opens. Throws an ApiError when the server refuses. */
export async function adoptSignIn<Answer extends SignInAnswer>(
  isRemembered: boolean,
  request: Promise<Answer>,
): Promise<Answer> {
  const answer = await request;
  forgetMembers({ memberId: answer.user.id });
  void storeRemembering(isRemembered);
  change({ user: answer.user, hasJustSignedIn: true });
  return answer;
}

/** Work that must reach the server while the session is still open. */
export const beforeSignOut = new Set<() => Promise<void>>();

/** Ends the session on the server and then in this tab. Throws an ApiError when the call fails. */
export async function signOut(): Promise<void> {
  // `isLeaving` is set before the call, because the live connection may report the end of the session before the answer
  // comes. Only that answer removes the cookie.
  isLeaving = true;
  try {
    for (const work of beforeSignOut) await work();
    await api.accounts.signOut();
  } catch (error) {
    isLeaving = false;
    void refreshSession();
    throw error;
  }
  end(signedOut());
}

/**
 * Hides the member from everybody, ends all their sessions and goes to the start page. Throws an ApiError when the
 * server refuses.
 */
export const deactivateAccount = () => leaveBy(api.accounts.deactivate, { to: "/" });

/** Goes to the sign-in screen, which shows these words, after a call that has ended the session on the server. */
export const leaveForSignIn = (words: string) => end({ to: "/login", state: { words, tone: "warning" } });

/** Ends all sessions of the member, including this one. Throws an ApiError when the server refuses. */
export const signOutEverywhere = () => leaveBy(api.accounts.endAllDevices, signedOut());

async function leaveBy(call: typeof api.accounts.deactivate, departure: Parameters<typeof end>[0]): Promise<void> {
  isLeaving = true;
  try {
    await call();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  // The session is already over. This call only clears the cookie that the browser still has.
  await api.accounts.signOut().catch(() => {});
  end(departure);
}

/**
 * Follows the session while mounted: another tab may sign in or out, and a refused call ends the session in this tab,
 * too.
 */
export function useSessionKeeper(): void {
  useEffect(() => {
    const stop = listenToLostSession(() => void endLost());
    const refreshWhenVisible = () => {
      if (document.visibilityState === "visible") void refreshSession();
    };
    document.addEventListener("visibilitychange", refreshWhenVisible);
    window.addEventListener("pagehide", hideMember);
    window.addEventListener("pageshow", showAgain);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", refreshWhenVisible);
      window.removeEventListener("pagehide", hideMember);
      window.removeEventListener("pageshow", showAgain);
    };
  }, []);
}

const setVisibility = (value: "" | "hidden") => {
  document.documentElement.style.visibility = value;
};

/** A page that the browser keeps for Back is hidden, because the session may be over when it is shown again. */
function hideMember({ persisted }: PageTransitionEvent): void {
  if (persisted && session.get().user) setVisibility("hidden");
}

async function showAgain({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted || finishLeaving()) return;
  const before = session.get();
  await refreshSession();
  if (isLeaving) return;
  // There was no answer, so the member may have signed out meanwhile in another tab.
  if (before.user && session.get() === before) change({ state: "failed" });
  setVisibility("");
}
