import { memberMessages } from "@caramelo/contract/errors";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

function watchNetwork(wake: () => void): () => void {
  window.addEventListener("online", wake);
  window.addEventListener("offline", wake);
  return () => {
    window.removeEventListener("online", wake);
    window.removeEventListener("offline", wake);
  };
}

/** Stands under the bars while the device has no network; what is on the screen may be old. */
export function OfflineStrip() {
  const isOffline = useSyncExternalStore(
    watchNetwork,
    () => !navigator.onLine,
    () => false,
  );
  return (
    // Always there, so that a screen reader hears when words come into it.
    <div role="status" className="shrink-0 bg-warn-soft text-warn">
      {isOffline && (
        <p className="mx-auto flex max-w-[1280px] items-center gap-2 px-4 py-2 text-14 font-medium md:px-8">
          <WifiOff aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
          {memberMessages.offline}
        </p>
      )}
    </div>
  );
}
