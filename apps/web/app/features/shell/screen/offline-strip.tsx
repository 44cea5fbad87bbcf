import { commonTexts } from "@caramelo/contract/texts/common";
import { WifiOff } from "lucide-react";
import { createBrowserStore, useStore } from "~/platform/store.ts";
import { cx } from "~/ui/basics/cx.ts";

const isOfflineStore = createBrowserStore(
  () => !navigator.onLine,
  false,
  () => window,
  ["online", "offline"],
);

/**
 * Shown at the foot of the window while the device is offline, because the screen may be out of date. It is behind all
 * content, so nothing moves when it appears. In a conversation it would push up the composer, so it overlays the oldest
 * visible messages, and in wide windows the foot of the list next to them.
 */
export function OfflineStrip({ isChatOpen }: { isChatOpen: boolean }) {
  const isOffline = useStore(isOfflineStore);
  return (
    // The element is always in the page, so that screen readers announce the text.
    <div
      role="status"
      data-offline-strip
      className={cx(
        "z-9 shrink-0 bg-warn-soft text-warn",
        isChatOpen
          ? "fixed top-15 max-md:inset-x-0 md:top-auto md:bottom-0 md:left-[max(0px,(100vw-var(--container-shell))/2)] md:w-72 lg:w-90"
          : "sticky bottom-(--tabs) md:bottom-0",
      )}
    >
      {isOffline && (
        <p className="mx-auto flex max-w-shell items-center gap-2 px-4 py-2 text-14 font-medium md:px-8">
          <WifiOff aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
          {commonTexts.offline}
        </p>
      )}
    </div>
  );
}
