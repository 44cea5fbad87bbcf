import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { useEffect, useSyncExternalStore } from "react";
import { api, listenToLostSession } from "./api.ts";
import { forgetCopies, noteRemembering } from "./offline-copies.ts";

export type SessionUser = NonNullable<AnswerOf<Contract["accounts"]["session"]>["user"]>;

/** Who is here, as the server said it last. Nothing of it is ever stored in the browser. */
export type Session = {
  state: "loading" | "failed" | "known";
  user: SessionUser | null;
  /** The session ended without the member asking for it: the sign-in screen says so. */
  hasExpired: boolean;
  /** They signed in a moment ago: the sign-in screen sends them to their own start. */
  isNew: boolean;
  /** Where the guard of a member's screen leads those who are not signed in. */
  exit: "/login" | "/";
};

const unknown: Session = { state: "loading", user: null, hasExpired: false, isNew: false, exit: "/login" };

// Not in the query cache: the sign-in page, which everybody waits for first, would load that library for one question.
let session = unknown;
let asking: Promise<void> | undefined;
/** The member ends the account's sessions by their own wish: that they are over is no news. */
let isLeaving = false;
const watchers = new Set<() => void>();

function change(next: Partial<Session>): void {
  session = { ...unknown, state: "known", ...next };
  if (session.state === "known" && !session.user) void forgetCopies();
  for (const wake of watchers) wake();
}

async function askServer(): Promise<void> {
  try {
    const answer = await api.accounts.session();
    if (isLeaving) return;
    const { user } = answer;
    const hasExpired = !user && (answer.hasExpired || session.user !== null || session.hasExpired);
    change({ user, hasExpired, isNew: session.isNew && user?.id === session.user?.id });
  } catch {
    // A member who is here stays here: the next call will tell.
    if (session.state !== "known") change({ state: "failed" });
  } finally {
    asking = undefined;
  }
}

/** Asks the server who is here; one question at a time. */
export function refreshSession(): Promise<void> {
  if (session.state === "failed") change({ state: "loading" });
  asking ??= askServer();
  return asking;
}

/** Calls back at each change. The first watcher makes the first question leave. Returns how to stop. */
export function watchSession(wake: () => void): () => void {
  watchers.add(wake);
  if (session.state === "loading") void refreshSession();
  return () => watchers.delete(wake);
}

export const readSession = (): Session => session;

export const useSession = (): Session => useSyncExternalStore(watchSession, readSession, () => unknown);

/** The member on a screen that only members see. */
export function useMember(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("This screen needs a signed-in member");
  return user;
}

/** Signs in. Throws the ApiError of a refusal. */
export async function signIn(form: { email: string; password: string; remember: boolean }) {
  const answer = await api.accounts.signIn({ body: form });
  void noteRemembering(form.remember);
  change({ user: answer.user, isNew: true });
  return answer;
}

/** Ends the session on the server, then here; the guard of the screen leads to /login. Throws without an answer. */
export async function signOut(): Promise<void> {
  await api.accounts.signOut();
  change({ user: null });
}

/** Hides the member from everybody, ends all their sessions and leads to the start. Throws the ApiError of a refusal. */
export async function deactivateAccount(): Promise<void> {
  isLeaving = true;
  try {
    await api.accounts.deactivate();
    // The session is over already; this clears what the browser still carries of it.
    await api.accounts.signOut().catch(() => {});
    change({ user: null, exit: "/" });
  } finally {
    isLeaving = false;
  }
}

/** While mounted: another tab may have signed in or out, and a refused call ends the session here too. */
export function useSessionKeeper(): void {
  useEffect(() => {
    const stop = listenToLostSession(() => {
      if (session.user && !isLeaving) change({ user: null, hasExpired: true });
    });
    const lookAgain = () => {
      if (document.visibilityState === "visible") void refreshSession();
    };
    document.addEventListener("visibilitychange", lookAgain);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", lookAgain);
    };
  }, []);
}
