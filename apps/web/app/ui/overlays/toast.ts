import { TOAST_DELAY_MS } from "@caramelo/contract/limits";
import { createStore } from "~/platform/store.ts";
import type { Tone } from "~/ui/states/alert.tsx";

export type ToastContent = {
  type: Tone;
  title: string;
  message?: string;
  /** Milliseconds on screen; errors stay 7000 and the rest 5000 unless given. */
  duration?: number;
  /** Replaces the icon, such as the sender's photo; null: the sender has no photo. */
  image?: string | null;
  /** Where a press on the toast leads. */
  to?: string;
};

type State = {
  /** Somebody asked for a toast: the code that draws them is loaded while the first one waits. */
  isNeeded: boolean;
  /** Not drawn yet. */
  waiting: readonly ToastContent[];
};

export const toastStore = createStore<State>({ isNeeded: false, waiting: [] });

/** Shows a toast, from anywhere. It appears after about 100 ms. */
export function showToast(toast: ToastContent): void {
  toastStore.set((state) => ({ ...state, isNeeded: true }));
  setTimeout(() => toastStore.set((state) => ({ ...state, waiting: [...state.waiting, toast] })), TOAST_DELAY_MS);
}

/** Takes the toasts that wait to be drawn, each one once. */
export function takeToasts(): readonly ToastContent[] {
  const { waiting } = toastStore.get();
  if (waiting.length > 0) toastStore.set((state) => ({ ...state, waiting: [] }));
  return waiting;
}
