import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { areToastsNeeded, watchToastNeed } from "~/ui/toast.ts";

const loadViewport = () => import("~/ui/toast-viewport.tsx");

/** Where toasts appear. Their code is not part of the first page: it follows when the browser has nothing to do. */
export function ToastOutlet() {
  const isNeeded = useSyncExternalStore(watchToastNeed, areToastsNeeded, () => false);
  const Viewport = useViewport(isNeeded);
  useWarmViewport();
  return Viewport ? <Viewport /> : null;
}

// Not React.lazy: Suspense holds back what it reveals by up to 300 ms, and a toast has 100.
function useViewport(isNeeded: boolean) {
  const [Viewport, setViewport] = useState<ComponentType>();
  useEffect(() => {
    if (isNeeded) void loadViewport().then((file) => setViewport(() => file.ToastViewport));
  }, [isNeeded]);
  return Viewport;
}

/** Fetches the drawing code ahead: "Problema de conexão" must be able to show when the network is gone. */
function useWarmViewport() {
  useEffect(() => {
    // Safari has no idle callback; two seconds after the first page is idle enough.
    const wait = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
    wait(() => void loadViewport().catch(() => {}), { timeout: 4000 });
  }, []);
}
