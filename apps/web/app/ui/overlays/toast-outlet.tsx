import { useStore } from "~/platform/store.ts";
import { toastStore } from "~/ui/overlays/toast.ts";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

const ToastViewport = lazyPart(() => import("~/ui/overlays/toast-viewport.tsx").then((file) => file.ToastViewport));

/** The outlet of toasts. Their code is preloaded, so that "Problema de conexão" can be shown offline. */
export function ToastOutlet() {
  const isNeeded = useStore(toastStore, (state) => state.isNeeded);
  const { isDrawn } = useOpening(isNeeded);
  usePreload(ToastViewport);
  return <LazyPart isQuiet>{isDrawn && <ToastViewport />}</LazyPart>;
}
