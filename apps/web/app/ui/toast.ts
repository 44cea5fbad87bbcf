import { TOAST_DELAY_MS } from "@caramelo/contract/limits";
import type { Tone } from "~/ui/alert.tsx";

export type ToastNews = {
  type: Tone;
  title: string;
  message?: string;
  /** Milliseconds on screen; errors stay 7000 and the rest 5000 unless told. */
  duration?: number;
  /** A small picture instead of the icon, such as the sender's photo; null: of somebody without one. */
  image?: string | null;
  /** Where a press on the toast leads. */
  to?: string;
};

type Listener = (news: ToastNews) => void;

// Toasts told before anyone draws them wait here: the drawing code loads with the first toast.
const waiting: ToastNews[] = [];
const watchers = new Set<() => void>();
let listener: Listener | undefined;
let isNeeded = false;

/** Tells the member something, from anywhere. It shows after about 100 ms. */
export function showToast(news: ToastNews): void {
  isNeeded = true;
  for (const wake of watchers) wake();
  setTimeout(() => (listener ? listener(news) : waiting.push(news)), TOAST_DELAY_MS);
}

/** For the drawing side: hands over what waited, then everything as it comes. Returns how to stop. */
export function listenToToasts(next: Listener): () => void {
  listener = next;
  for (const news of waiting.splice(0)) next(news);
  return () => {
    if (listener === next) listener = undefined;
  };
}

/** Calls back when the first toast is told. Returns how to stop. */
export function watchToastNeed(wake: () => void): () => void {
  watchers.add(wake);
  return () => watchers.delete(wake);
}

export function areToastsNeeded(): boolean {
  return isNeeded;
}
