import { type ReactNode, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { useMember } from "~/platform/session.ts";
import { Sheet } from "~/ui/sheet.tsx";
import { Footer } from "./footer.tsx";
import { MemberBar } from "./member-bar.tsx";
import { NotificationsPanel } from "./notifications-panel.tsx";
import { PhoneTabs } from "./phone-tabs.tsx";
import { findHandle, isOpen, showsFooter } from "./rules.ts";
import { ScreenHead } from "./screen-head.tsx";

/** What stands around every screen of a member: bars, heading, footer. */
export function Shell({ children }: { children: ReactNode }) {
  const user = useMember();
  const { pathname } = useLocation();
  const handle = findHandle(useMatches());
  const [isNewsOpen, setIsNewsOpen] = useState(false);
  const openNews = () => setIsNewsOpen(true);
  const isAdminArea = isOpen(pathname, "/admin");
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0">
      <MemberBar user={user} onNotifications={openNews} />
      <main className="flex flex-1 flex-col">
        {!isAdminArea && <ScreenHead {...handle} user={user} />}
        {children}
      </main>
      {showsFooter(pathname) && <Footer />}
      <PhoneTabs user={user} onNotifications={openNews} />
      <Sheet isOpen={isNewsOpen} onOpenChange={setIsNewsOpen} title="Notificações">
        <NotificationsPanel />
      </Sheet>
    </div>
  );
}
