import { useEffect } from "react";
import { useStore } from "~/platform/store.ts";
import { toastStore } from "~/ui/overlays/toast.ts";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

const ToastViewport = lazyPart(() => import("~/ui/overlays/toast-viewport.tsx").then((file) => file.ToastViewport));

/**
 * Where toasts appear. Their code is loaded ahead of need, so that "Problema de conexão" can be shown without a
 * network.
 */
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
