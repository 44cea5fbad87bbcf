import { TOAST_DELAY_MS } from "@caramelo/contract/limits";
import { createStore } from "~/platform/store.ts";
import type { Tone } from "~/ui/states/alert.tsx";

export type ToastContent = {
  type: Tone;
  title: string;
  message?: string;
  /** Milliseconds on the screen. By default 7000 for errors and 5000 for others. */
  duration?: number;
  /** Replaces the icon, e.g. with the sender's photo; null when the sender has no photo. */
  image?: string | null;
  /** The target of a press on the toast. */
  to?: string;
};

type State = {
  /** A toast was requested, so the rendering code loads while the first one waits. */
  isNeeded: boolean;
  /** Toasts that are not rendered yet. */
  waiting: readonly ToastContent[];
};

export const toastStore = createStore<State>({ isNeeded: false, waiting: [] });

/** Shows a toast, from anywhere. It appears after about 100 ms. */
export function showToast(toast: ToastContent): void {
  toastStore.set((state) => ({ ...state, isNeeded: true }));
  setTimeout(() => toastStore.set((state) => ({ ...state, waiting: [...state.waiting, toast] })), TOAST_DELAY_MS);
}

/** Returns the waiting toasts, each only once. */
export function takeToasts(): readonly ToastContent[] {
  const { waiting: waitingToasts } = toastStore.get();
  if (waitingToasts.length > 0) toastStore.set((state) => ({ ...state, waiting: [] }));
  return waitingToasts;
}
