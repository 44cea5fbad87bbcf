import { commonTexts } from "@caramelo/contract/texts/common";
import { WifiOff } from "lucide-react";
import { createBrowserStore, useStore } from "~/platform/store.ts";

const isOfflineStore = createBrowserStore(
  () => !navigator.onLine,
  false,
  () => window,
  ["online", "offline"],
);

/** Shown under the bars while the device has no network, because the screen may be out of date. */
export function OfflineStrip() {
  const isOffline = useStore(isOfflineStore);
  return (
    // The element is always in the page, so that screen readers announce the text when it appears.
    <div role="status" className="shrink-0 bg-warn-soft text-warn">
      {isOffline && (
        <p className="mx-auto flex max-w-shell items-center gap-2 px-4 py-2 text-14 font-medium md:px-8">
          <WifiOff aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
          {commonTexts.offline}
        </p>
      )}
    </div>
  );
}
