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

/** Who is signed in, as the server said it last. Nothing of it is ever stored in the browser. */
export type Session = {
  state: "loading" | "failed" | "known";
  user: SessionUser | null;
  /** They signed in a moment ago: the sign-in screen sends them to their own start. */
  isNew: boolean;
};

const unknown: Session = { state: "loading", user: null, isNew: false };

// Not in the query cache: the sign-in page, which everybody waits for first, would load that library for one question.
const session = createStore(unknown);
let loading: Promise<void> | undefined;
/** A request that waits for the one under way, whose answer may be older than what changed meanwhile. */
let following: Promise<void> | undefined;
/** The member's session is ending here, by their own act or because it is over: what is asked meanwhile does not count. */
let isLeaving = false;
/** How many screens of this page only members may see. */
let guards = 0;

function change(next: Partial<Session>): void {
  const changed: Session = { ...unknown, state: "known", ...next };
  if (changed.state === "known" && !changed.user) forgetMembers("guest");
  speakFor(changed.user?.id);
  session.set(changed);
}

type End = { to: string; state?: { notice: string; tone: "warning" } };
const signedOut = (): End => ({ to: guards > 0 ? "/login" : location.pathname + location.search + location.hash });
/** The session ended without the member asking for it: the sign-in screen says so. */
const expired = (): End => ({ ...signedOut(), state: { notice: signInErrors.AUTH_SESSION_EXPIRED, tone: "warning" } });

/** The member is gone: nothing of theirs stays in the browser, in this page or in the history of its tab. */
function end(destination: End, nextId?: string): void {
  isLeaving = true;
  forgetMembers({ memberId: nextId });
  // What shows the member gives way; the gates of their screens wait until the page leaves.
  session.set({ ...unknown });
  leave(destination);
}

async function loadSession(): Promise<void> {
  const before = session.get();
  try {
    const { user, hasExpired } = await api.accounts.session();
    // The member signed in or out meanwhile: the answer may be older than that.
    if (isLeaving || session.get() !== before) return;
    if (before.user && !user) return end(expired());
    // Somebody else signed in, in another tab.
    if (before.user && user && user.id !== before.user.id) return end({ to: "/busca" }, user.id);
    // The page is left only when it opens: later somebody else may be filling in a form here.
    if (hasExpired && before.state !== "known" && !hasLeft()) return end(expired());
    change({ user, isNew: before.isNew });
  } catch {
    // A signed-in member stays signed in: the next call will show whether the session still lives.
    if (!isLeaving && session.get().state !== "known") change({ state: "failed" });
  } finally {
    loading = undefined;
  }
}

/** The server refused a call: the session is over, or by now it is somebody else's, who signed in here. */
async function endLost(): Promise<void> {
  const { user } = session.get();
  if (!user || isLeaving) return;
  isLeaving = true;
  // Nobody sees the member while the server is asked.
  session.set({ ...unknown });
  const next = await api.accounts.session().then(
    (answer) => answer.user,
    () => null,
  );
  if (next && next.id !== user.id) end({ to: "/busca" }, next.id);
  else end(expired());
}

/** Asks the server who is signed in; one request at a time. The answer is never older than the question. */
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

/** Takes over what the server sent with the page: whose page it is. Before anything is drawn. */
export function adoptFirstSession(): void {
  readFirstAnswers();
  // The answer of that call.
  const answer = takeFirstAnswer("/api/session") as AnswerOf<Contract["accounts"]["session"]> | undefined;
  if (answer?.user) change({ user: answer.user });
}

/** Calls back at each change. The first subscriber sends the first request. Returns how to stop. */
export function subscribeToSession(onChange: () => void): () => void {
  const stop = session.subscribe(onChange);
  if (session.get().state === "loading") void refreshSession();
  return stop;
}

export const readSession = (): Session => session.get();

export const useSession = (): Session => useStore({ ...session, subscribe: subscribeToSession });

/** The member on a screen that only members see. */
export function useMember(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("This screen needs a signed-in member");
  return user;
}

/** While called for, the screen is one that only members may see: at the end of the session it leads to /login. */
export function guardScreen(): () => void {
  guards += 1;
  return () => {
    guards -= 1;
  };
}

/** Signs in. Throws the ApiError of a refusal. */
export async function signIn(form: { email: string; password: string; remember: boolean; code?: string }) {
  const answer = await api.accounts.signIn({ body: form });
  forgetMembers({ memberId: answer.user.id });
  void storeRemembering(form.remember);
  change({ user: answer.user, isNew: true });
  return answer;
}

/** Ends the session on the server, then here. Throws without an answer. */
export async function signOut(): Promise<void> {
  // The live connection may say that the session is over before the answer comes, which takes the cookie along.
  isLeaving = true;
  try {
    await api.accounts.signOut();
  } catch (error) {
    isLeaving = false;
    void refreshSession();
    throw error;
  }
  end(signedOut());
}

/** Hides the member from everybody, ends all their sessions and leads to the start. Throws the ApiError of a refusal. */
export const deactivateAccount = () => leaveBy(api.accounts.deactivate, { to: "/" });

/** Ends all sessions of the member, this one too. Throws the ApiError of a refusal. */
export const signOutEverywhere = () => leaveBy(api.accounts.endAllDevices, signedOut());

async function leaveBy(call: typeof api.accounts.deactivate, departure: Parameters<typeof end>[0]): Promise<void> {
  isLeaving = true;
  try {
    await call();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  // The session is over already; this clears what the browser still carries of it.
  await api.accounts.signOut().catch(() => {});
  end(departure);
}

/** While mounted, follows the session: another tab may sign in or out, and a refused call ends the session here too. */
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

/** A page that the browser keeps for Back is hidden, because at its return the session may be over. */
function hideMember({ persisted }: PageTransitionEvent): void {
  if (persisted && session.get().user) setVisibility("hidden");
}

async function showAgain({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted || finishLeaving()) return;
  await refreshSession();
  if (!isLeaving) setVisibility("");
}
