import { type ReactNode, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { useMember } from "~/platform/session.ts";
import { cx } from "~/ui/cx.ts";
import { Footer } from "./footer.tsx";
import { MemberBar } from "./member-bar.tsx";
import { NotificationsSheet } from "./notifications-sheet.tsx";
import { PhoneTabs } from "./phone-tabs.tsx";
import { findHandle, isConversationOpen, isOpen, showsFooter } from "./rules.ts";
import { ScreenHead } from "./screen-head.tsx";
import { useVisibleHeight } from "./use-visible-height.ts";

type Props = { unreadMessages?: number; children: ReactNode };

/** What stands around every screen of a member: bars, heading, footer. */
export function Shell({ unreadMessages = 0, children }: Props) {
  const user = useMember();
  const { pathname, search } = useLocation();
  const handle = findHandle(useMatches());
  const [isNewsOpen, setIsNewsOpen] = useState(false);
  const openNews = () => setIsNewsOpen(true);
  const isAdminArea = isOpen(pathname, "/admin");
  const isRoom = isConversationOpen(pathname, search);
  useVisibleHeight(handle.isWindowHigh === true);
  const bars = { user, unreadMessages, onNotifications: openNews };
  return (
    <div
      className={cx(
        "flex flex-col md:pb-0",
        handle.isWindowHigh ? "h-[var(--visible-height,100dvh)] overflow-hidden" : "min-h-dvh",
        isRoom ? "pb-0" : "pb-[calc(4rem+env(safe-area-inset-bottom))]",
      )}
    >
      <MemberBar {...bars} isPhoneHidden={isRoom} />
      <main className="flex min-h-0 flex-1 flex-col">
        {!isAdminArea && (
          <div className={cx(isRoom && "max-md:sr-only")}>
            <ScreenHead {...handle} user={user} />
          </div>
        )}
        {children}
      </main>
      {showsFooter(pathname) && <Footer />}
      {!isRoom && <PhoneTabs {...bars} />}
      <NotificationsSheet isOpen={isNewsOpen} onOpenChange={setIsNewsOpen} />
    </div>
  );
}
