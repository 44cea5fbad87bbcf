import { DISMISSAL_UNDO_MS } from "@caramelo/contract/limits";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { isApiError, messageOf } from "~/platform/api.ts";
import { sendKeptAlive } from "~/platform/api-keepalive.ts";
import { queryClient } from "~/platform/query.ts";
import { beforeSignOut } from "~/platform/session.ts";
import { createStore } from "~/platform/store.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/** A dismissed case, with the name of the reported person. */
export type Dismissal = { id: string; name: string };

type State = {
  /** Not sent yet and can be undone. Only one waits: another dismissal sends it. */
  waiting: Dismissal | undefined;
  /** The ids of the cases whose dismissal was sent, until the lists are reloaded. */
  sent: readonly string[];
};

export const dismissalStore = createStore<State>({ waiting: undefined, sent: [] });
let timer: ReturnType<typeof setTimeout> | undefined;
/** Requests that the server has not answered yet. */
const underWay = new Set<Promise<void>>();

/**
 * The queries that a dismissal changes. Other office queries are not reloaded: a person's documents would be, and the
 * audit log would name a reader who did not open them.
 */
const CHANGED_KEYS = [
  ["staff", "moderation"],
  ["staff", "dashboard"],
] as const;

/** Whether this page has dismissed a case, possibly before the server knows it. */
export const isDismissed = ({ waiting: waitingDismissal, sent: sentIds }: State, id: string): boolean =>
  waitingDismissal?.id === id || sentIds.includes(id);

/** How many cases this page has dismissed that the server still counts as waiting. */
export const countDismissed = ({ waiting: waitingDismissal, sent: sentIds }: State): number =>
  sentIds.length + (waitingDismissal ? 1 : 0);

/** Dismisses a case after the time to undo it. */
export function dismiss(dismissal: Dismissal): void {
  if (isDismissed(dismissalStore.get(), dismissal.id)) return;
  sendDismissal();
  dismissalStore.set((state) => ({ ...state, waiting: dismissal }));
  startTimer();
}

/** Restarts the time to undo. */
export function startTimer(): void {
  clearTimeout(timer);
  timer = setTimeout(sendDismissal, DISMISSAL_UNDO_MS);
}

/** Stops the undo timer, e.g. while the button has the focus. */
export const stopTimer = (): void => clearTimeout(timer);

/** Undoes the waiting dismissal, and confirms it in a toast with a link to the case. */
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

/** Sends the waiting dismissal, if any. It stops waiting first, so that it is sent only once. */
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
      // Another case may be open by then, so the toast names the reported person.
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
 * Sends the waiting dismissal and resolves when the server has answered all of them. Throws an ApiError when one was
 * not delivered. Refusals only show a toast, because they need no session.
 */
async function finishDismissals(): Promise<void> {
  sendDismissal();
  const outcomes = await Promise.allSettled(underWay);
  for (const outcome of outcomes)
    if (outcome.status === "rejected" && isApiError(outcome.reason, "NETWORK_ERROR")) throw outcome.reason;
}

// The session must outlive every dismissal, including one still pending when its screen is left.
beforeSignOut.add(finishDismissals);
