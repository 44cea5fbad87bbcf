import { useEffect } from "react";
import { useStore } from "~/platform/store.ts";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/lazy-part.tsx";
import { toastStore } from "~/ui/toast.ts";

const ToastViewport = lazyPart(() => import("~/ui/toast-viewport.tsx").then((file) => file.ToastViewport));

/** Where toasts appear. Their code loads ahead, so that "Problema de conexão" can show when the network is gone. */
export function ToastOutlet() {
  const isNeeded = useStore(toastStore, (state) => state.isNeeded);
  const { isDrawn, open } = useOpening();
  usePreload(ToastViewport);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first toast draws it; the callback is new at each render
  useEffect(() => {
    if (isNeeded) open();
  }, [isNeeded]);
  return <LazyPart isQuiet>{isDrawn && <ToastViewport />}</LazyPart>;
}
