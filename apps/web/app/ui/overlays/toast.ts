import { TOAST_DELAY_MS } from "@caramelo/contract/limits";
import { createStore } from "~/platform/store.ts";
import type { Tone } from "~/ui/states/alert.tsx";

export type ToastContent = {
  type: Tone;
  title: string;
  message?: string;
  /** Milliseconds on the screen. By default 7000 for errors and 5000 for the rest. */
  duration?: number;
  /** Replaces the icon, such as by the sender's photo; null when the sender has no photo. */
  image?: string | null;
  /** Where a press on the toast leads. */
  to?: string;
};

type State = {
  /** Some code has asked for a toast, so the code that draws toasts is loaded while the first one waits. */
  isNeeded: boolean;
  /** Toasts that are not drawn yet. */
  waiting: readonly ToastContent[];
};

export const toastStore = createStore<State>({ isNeeded: false, waiting: [] });

/** Shows a toast. It can be called anywhere. The toast appears after about 100 ms. */
export function showToast(toast: ToastContent): void {
  toastStore.set((state) => ({ ...state, isNeeded: true }));
  setTimeout(() => toastStore.set((state) => ({ ...state, waiting: [...state.waiting, toast] })), TOAST_DELAY_MS);
}

/** Returns the toasts that wait to be drawn. Each toast is returned only once. */
export function takeToasts(): readonly ToastContent[] {
  const { waiting: waitingToasts } = toastStore.get();
  if (waitingToasts.length > 0) toastStore.set((state) => ({ ...state, waiting: [] }));
  return waitingToasts;
}
