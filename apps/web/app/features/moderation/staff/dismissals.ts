import { DISMISSAL_UNDO_MS } from "@caramelo/contract/limits";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { isApiError, messageOf } from "~/platform/api.ts";
import { sendKeptAlive } from "~/platform/api-keepalive.ts";
import { queryClient } from "~/platform/query.ts";
import { beforeSignOut } from "~/platform/session.ts";
import { createStore } from "~/platform/store.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/** A case that somebody dismisses, and the name of the person whom its reports are about. */
export type Dismissal = { id: string; name: string };

type State = {
  /** Can still be undone, and is not sent yet. Only one waits: another dismissal sends it. */
  waiting: Dismissal | undefined;
  /** The ids of the cases whose dismissal is sent, until the lists are loaded anew. */
  sent: readonly string[];
};

export const dismissalStore = createStore<State>({ waiting: undefined, sent: [] });
let timer: ReturnType<typeof setTimeout> | undefined;
/** The requests that the server has not answered yet. */
const underWay = new Set<Promise<void>>();

/**
 * What a dismissal changes. Other screens of the office are not loaded anew: the documents of a person would be, and
 * the audit log would then name a reader who did not look at them.
 */
const CHANGED_KEYS = [
  ["staff", "moderation"],
  ["staff", "dashboard"],
] as const;

/** Whether a case is dismissed on this page, although the server may not know it yet. */
export const isDismissed = ({ waiting: waitingDismissal, sent: sentIds }: State, id: string): boolean =>
  waitingDismissal?.id === id || sentIds.includes(id);

/** How many cases are dismissed on this page that the server still counts as waiting. */
export const countDismissed = ({ waiting: waitingDismissal, sent: sentIds }: State): number =>
  sentIds.length + (waitingDismissal ? 1 : 0);

/** Dismisses a case once the time to undo it is over. */
export function dismiss(dismissal: Dismissal): void {
  if (isDismissed(dismissalStore.get(), dismissal.id)) return;
  sendDismissal();
  dismissalStore.set((state) => ({ ...state, waiting: dismissal }));
  startTimer();
}

/** Starts the time to undo anew. */
export function startTimer(): void {
  clearTimeout(timer);
  timer = setTimeout(sendDismissal, DISMISSAL_UNDO_MS);
}

/** Keeps the time to undo from running out, such as while the button has the focus. */
export const stopTimer = (): void => clearTimeout(timer);

/** Takes back the dismissal that waits, and says so by a toast that leads to its case. */
export function undoDismissal(): void {
  clearTimeout(timer);
  const { waiting: waitingDismissal } = dismissalStore.get();
  if (!waitingDismissal) return;
  dismissalStore.set((state) => ({ ...state, waiting: undefined }));
  showToast({
    type: "info",
    title: "Descarte desfeito",
    message: `A denúncia de ${waitingDismissal.name} voltou para a fila.`,
    to: `/admin/denuncias/${waitingDismissal.id}`,
  });
}

/** Sends the dismissal that waits, if there is one. It no longer waits then, so nothing sends it twice. */
export function sendDismissal(): void {
  clearTimeout(timer);
  const { waiting: waitingDismissal } = dismissalStore.get();
  if (!waitingDismissal) return;
  const { id, name } = waitingDismissal;
  dismissalStore.set(({ sent: sentIds }) => ({ waiting: undefined, sent: [...sentIds, id] }));
  const request = sendKeptAlive("PUT", `/api/admin/reports/${id}/status`, { status: "dismissed" });
  underWay.add(request);
  void request
    .catch((error) =>
      // By then another case may be open, so the toast says whose reports it is about.
      showToast({
        type: "error",
        title: adminMessages.reportUpdateFailed(messageOf(error)),
        message: `Denúncia de ${name}`,
        to: `/admin/denuncias/${id}`,
      }),
    )
    .then(async () => {
      underWay.delete(request);
      await Promise.all(CHANGED_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      dismissalStore.set((state) => ({ ...state, sent: state.sent.filter((sentId) => sentId !== id) }));
    });
}

/**
 * Sends what waits, and ends when the server has answered every dismissal. Throws an ApiError when one of them did not
 * reach it. What it refuses, a toast says, and nobody has to stay signed in for that.
 */
async function finishDismissals(): Promise<void> {
  sendDismissal();
  const outcomes = await Promise.allSettled(underWay);
  for (const outcome of outcomes)
    if (outcome.status === "rejected" && isApiError(outcome.reason, "NETWORK_ERROR")) throw outcome.reason;
}

// The session must outlive every dismissal, also one that is under way when its screen is left.
beforeSignOut.add(finishDismissals);
