import { type ReactNode, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { useMember } from "~/platform/session.ts";
import { cx } from "~/ui/cx.ts";
import { Footer } from "./footer.tsx";
import { MemberBar } from "./member-bar.tsx";
import { NotificationsSheet } from "./notifications-sheet.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { PhoneTabs } from "./phone-tabs.tsx";
import { findHandle, isConversationOpen, isOpen, showsFooter } from "./rules.ts";
import { ScreenHead } from "./screen-head.tsx";
import { ShellContext, type ShellPanels, type Unread } from "./shell-context.ts";
import { useTabTitle } from "./use-tab-title.ts";
import { useVisibleHeight } from "./use-visible-height.ts";

type Props = { unread: Unread; panels: ShellPanels; children: ReactNode };

/** What stands around every screen of a member: bars, heading, footer. */
export function Shell({ unread, panels, children }: Props) {
  const user = useMember();
  const { pathname, search } = useLocation();
  const handle = findHandle(useMatches());
  const [isNewsOpen, setIsNewsOpen] = useState(false);
  const isAdminArea = isOpen(pathname, "/admin");
  const isRoom = isConversationOpen(pathname, search);
  useVisibleHeight(handle.isWindowHigh === true);
  useTabTitle(user.preferences.hasDiscreetTitles, unread.messages);
  return (
    <ShellContext value={{ user, unread, panels, openNotifications: () => setIsNewsOpen(true) }}>
      <div
        className={cx(
          "flex flex-col md:pb-0",
          handle.isWindowHigh ? "h-[var(--visible-height,100dvh)] overflow-hidden" : "min-h-dvh",
          isRoom ? "pb-0" : "pb-[calc(4rem+env(safe-area-inset-bottom))]",
        )}
      >
        <MemberBar isPhoneHidden={isRoom} />
        <OfflineStrip />
        <main className="flex min-h-0 flex-1 flex-col">
          {!isAdminArea && (
            <div className={cx(isRoom && "max-md:sr-only")}>
              <ScreenHead {...handle} user={user} />
            </div>
          )}
          {children}
        </main>
        {showsFooter(pathname) && <Footer />}
        {!isRoom && <PhoneTabs />}
      </div>
      <NotificationsSheet isOpen={isNewsOpen} onOpenChange={setIsNewsOpen} />
    </ShellContext>
  );
}
