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

/** The signed-in member, according to the server's latest answer. Not stored in the browser. */
export type Session = {
  state: "loading" | "failed" | "known";
  user: SessionUser | null;
  /** The member has just signed in, so the sign-in screen sends them to their start page. */
  hasJustSignedIn: boolean;
};

const unknown: Session = { state: "loading", user: null, hasJustSignedIn: false };

// The session is not in the query cache, because the fast sign-in page would need the query library for this one call.
const session = createStore(unknown);
let loading: Promise<void> | undefined;
/** A queued request, because the answer of the pending one may be older than the latest change. */
let following: Promise<void> | undefined;
/** The session is ending in this tab, by sign-out or expiry. Ignore answers that arrive meanwhile. */
let isLeaving = false;
/**
 * The member whom this document shows or has shown. Kept while the session is unknown, because the document and the
 * tab's history still contain the member's data.
 */
let memberId: string | undefined;
/** How many mounted screens of this page are members-only. */
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
/** The destination after a session ended without the member's action. The sign-in screen shows these words. */
const expired = (): End => ({ ...signedOut(), state: { words: signInErrors.AUTH_SESSION_EXPIRED, tone: "warning" } });

/** Ends the session here: removes the member's data from the browser, this page and the tab's history. */
function end(destination: End, nextId?: string): void {
  isLeaving = true;
  forgetMembers({ memberId: nextId });
  // Everything that shows the member unmounts, and the gates of members' screens wait until the page is left.
  session.set({ ...unknown });
  leave(destination);
}

async function loadSession(): Promise<void> {
  const before = session.get();
  try {
    const { user, hasExpired } = await api.accounts.session();
    // The member has signed in or out meanwhile, so the answer may be stale.
    if (isLeaving || session.get() !== before) return;
    // The session ended, or another member signed in, in another tab.
    if (memberId && user?.id !== memberId) return end(user ? { to: "/busca" } : expired(), user?.id);
    // An expired session redirects only while the page opens. Later a guest might lose a form that they are filling in.
    if (hasExpired && before.state !== "known" && !hasLeft()) return end(expired());
    change({ user, hasJustSignedIn: before.hasJustSignedIn });
  } catch {
    // A signed-in member stays signed in after a failed request. The next call shows whether the session is valid.
    if (!isLeaving && session.get().state !== "known") change({ state: "failed" });
  } finally {
    loading = undefined;
  }
}

/** Handles a call refused because the session is over or another member has signed in in this browser. */
async function endLost(): Promise<void> {
  const { user } = session.get();
  if (!user || isLeaving) return;
  isLeaving = true;
  // Hide the member's data until the server answers.
  session.set({ ...unknown });
  const next = await api.accounts.session().then(
    (answer) => answer.user,
    () => null,
  );
  if (next && next.id !== user.id) end({ to: "/busca" }, next.id);
  else end(expired());
}

/** Reloads the session, one request at a time. After the first request the answer is never older than this call. */
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

/** Adopts the session that the server sent with the page. Called before the first render. */
export function adoptFirstSession(): void {
  readFirstAnswers();
  // The cast is safe, because this is that call's answer.
  const answer = takeFirstAnswer("/api/session") as AnswerOf<Contract["accounts"]["session"]> | undefined;
  if (answer?.user) change({ user: answer.user });
}

/** Calls `onChange` on each change, and requests a session that is unknown. Returns a function that unsubscribes. */
export function subscribeToSession(onChange: () => void): () => void {
  const stop = session.subscribe(onChange);
  if (session.get().state === "loading") void refreshSession();
  return stop;
}

export const readSession = (): Session => session.get();

export const useSession = (): Session => useStore({ ...session, subscribe: subscribeToSession });

/** The signed-in member, for members-only screens. */
export function useMember(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("This screen needs a signed-in member");
  return user;
}

/**
 * Marks the screen as members-only until the returned function is called. If the session ends meanwhile, the tab goes
 * to /login.
 */
export function guardScreen(): () => void {
  guards += 1;
  return () => {
    guards -= 1;
  };
}

type SignInAnswer = AnswerOf<Contract["accounts"]["signInByPasskey"]>;

/** Signs in with the password. Throws an ApiError when the server refuses. */
export const signIn = (form: { email: string; password: string; remember: boolean; code?: string }) =>
  adoptSignIn(form.remember, api.accounts.signIn({ body: form }));

/** Adopts the session opened by a sign-in. Throws an ApiError when the server refuses. */
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
  // Set before the call, because the live connection may report the end of the session before the answer arrives. Only
  // that answer removes the cookie.
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
 * Hides the member from all others, ends all their sessions and opens the start page. Throws an ApiError when the
 * server refuses.
 */
export const deactivateAccount = () => leaveBy(api.accounts.deactivate, { to: "/" });

/** Opens the sign-in screen with these words, after a call has ended the session on the server. */
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
  // The session is already over. This call only clears the browser's cookie.
  await api.accounts.signOut().catch(() => {});
  end(departure);
}

/** Follows the session while mounted: another tab may sign in or out, and a refused call ends the session here, too. */
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

/** Hides a page that the browser keeps for Back, because the session may be over when it is shown again. */
function hideMember({ persisted }: PageTransitionEvent): void {
  if (persisted && session.get().user) setVisibility("hidden");
}

async function showAgain({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted || finishLeaving()) return;
  const before = session.get();
  await refreshSession();
  if (isLeaving) return;
  // Without an answer, the member may have signed out meanwhile in another tab.
  if (before.user && session.get() === before) change({ state: "failed" });
  setVisibility("");
}
