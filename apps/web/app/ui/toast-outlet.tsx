import { lazy, Suspense, useSyncExternalStore } from "react";
import { areToastsNeeded, watchToastNeed } from "~/ui/toast.ts";

const ToastViewport = lazy(() => import("~/ui/toast-viewport.tsx").then((file) => ({ default: file.ToastViewport })));

/** Where toasts appear. Their code loads with the first one, so that the first page stays light. */
export function ToastOutlet() {
  const isNeeded = useSyncExternalStore(watchToastNeed, areToastsNeeded, () => false);
  return <Suspense>{isNeeded && <ToastViewport />}</Suspense>;
}
