import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { areToastsNeeded, watchToastNeed } from "~/ui/toast.ts";

const loadViewport = () => import("~/ui/toast-viewport.tsx");

/** Where toasts appear. Their code is not part of the first page: it follows at the first touch or key. */
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

// What people do before anything can need a toast: strangers who only look load nothing for it.
const SIGNS_OF_LIFE = ["pointerdown", "keydown"];

/** Fetches the drawing code ahead: "Problema de conexão" must be able to show when the network is gone. */
function useWarmViewport() {
  useEffect(() => {
    const done = new AbortController();
    function warm() {
      done.abort();
      void loadViewport().catch(() => {});
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, warm, { signal: done.signal, passive: true });
    return () => done.abort();
  }, []);
}
