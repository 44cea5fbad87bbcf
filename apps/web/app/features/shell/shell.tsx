import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { rememberDiscretion, takeTitle } from "~/platform/discreet-title.ts";
import { useMember } from "~/platform/session.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Sheet } from "~/ui/overlays/sheet.tsx";
import { LazyPart, lazyPart, useIsInUse } from "~/ui/states/lazy-part.tsx";
import { MemberBar } from "./navigation/member-bar.tsx";
import { PhoneTabs } from "./navigation/phone-tabs.tsx";
import { findHandle, isConversationOpen, isOpen, showsFooter, tabTitle } from "./rules.ts";
import { OfflineStrip } from "./screen/offline-strip.tsx";
import { ScreenHead } from "./screen/screen-head.tsx";
import { ShellContext, type ShellPanels, type UnreadCounts, useShell } from "./shell-context.ts";
import { CONTENT, SkipLink } from "./skip-link.tsx";

const Footer = lazyPart(() => import("./screen/footer.tsx").then((file) => file.Footer));

type Props = { unread: UnreadCounts; panels: ShellPanels; children: ReactNode };

/** The bars, heading and footer around every screen of members and staff. */
export function Shell({ unread, panels, children }: Props) {
  const user = useMember();
  const { pathname, search } = useLocation();
  const handle = findHandle(useMatches());
  const [isNotificationsOpen, setIsNotificationsOpen] = useState(false);
  const isAdminArea = isOpen(pathname, "/admin");
  const isChatOpen = isConversationOpen(pathname, search);
  const hasPhoneFooter = isOpen(pathname, "/configuracoes");
  useVisibleHeight(handle.isWindowHigh === true);
  useTabTitle(user.preferences.hasDiscreetTitles, unread.messages);
  return (
    <ShellContext value={{ user, unread, panels, openNotifications: () => setIsNotificationsOpen(true) }}>
      <div
        className={cx(
          "flex flex-col md:pb-0",
          handle.isWindowHigh ? "h-[var(--visible-height,100dvh)] overflow-hidden short:overflow-y-auto" : "min-h-dvh",
          isChatOpen ? "pb-0" : "pb-(--tabs)",
        )}
      >
        <SkipLink />
        <MemberBar isPhoneHidden={isChatOpen} />
        <main
          {...CONTENT}
          className={cx(
            "flex min-h-0 flex-1 flex-col outline-none",
            // The minimum height puts the footer below the window, so that content loading above does not visibly push
            // it down.
            handle.isWindowHigh ? "max-md:bg-surface" : "md:min-h-[calc(100dvh-4rem)]",
            // The list fits two rows after the bar above has scrolled away.
            handle.isWindowHigh && !isChatOpen && "short:min-h-75",
            hasPhoneFooter && "max-md:min-h-dvh",
          )}
        >
          {!isAdminArea && (
            <div className={cx(isChatOpen && "max-md:sr-only")}>
              <ScreenHead {...handle} user={user} />
            </div>
          )}
          {children}
        </main>
        {useIsInUse() && showsFooter(pathname) && (
          // The footer starts below the window, so it is invisible before scrolling.
          <LazyPart isQuiet>
            <Footer isOnPhones={hasPhoneFooter} />
          </LazyPart>
        )}
        <OfflineStrip isChatOpen={isChatOpen} />
        {!isChatOpen && <PhoneTabs />}
      </div>
      <NotificationsSheet isOpen={isNotificationsOpen} onOpenChange={setIsNotificationsOpen} />
    </ShellContext>
  );
}

/** The notifications in a sheet, on phones. */
function NotificationsSheet(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { Notifications, NotificationsAction } = useShell().panels;
  return (
    <Sheet {...props} title="Notificações" action={<NotificationsAction />}>
      {/* The negative margin lets the rows extend from edge to edge. */}
      <div className="-mx-5 md:-mx-6">
        <Notifications onLeave={() => props.onOpenChange(false)} />
      </div>
    </Sheet>
  );
}

const HEIGHT_PROPERTY = "--visible-height";

/**
 * Keeps a window-high screen above a phone's keyboard. The keyboard covers the page; only the visual viewport knows the
 * visible part.
 */
function useVisibleHeight(isUsed: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isUsed || !viewport) return;
    const { style } = document.documentElement;
    function fit() {
      // After a pinch zoom the screen need not fit the visible part of the page.
      const isKeyboardOpen = viewport && viewport.scale === 1 && window.innerHeight - viewport.height > 80;
      if (!isKeyboardOpen) return void style.removeProperty(HEIGHT_PROPERTY);
      style.setProperty(HEIGHT_PROPERTY, `${viewport.height}px`);
      window.scrollTo(0, 0);
    }
    viewport.addEventListener("resize", fit);
    return () => {
      viewport.removeEventListener("resize", fit);
      style.removeProperty(HEIGHT_PROPERTY);
    };
  }, [isUsed]);
}

/**
 * Keeps the tab title: the screen's title with the count of unread messages, or the neutral title. Reads the screen's
 * title from the document after each navigation, when React has written it.
 */
function useTabTitle(isDiscreet: boolean, unreadMessages: number): void {
  const { key } = useLocation();
  const screenTitle = useRef("");
  const shownTitle = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another title
  useLayoutEffect(() => {
    const writtenTitle = takeTitle() ?? document.title;
    if (writtenTitle !== shownTitle.current) screenTitle.current = writtenTitle;
    shownTitle.current = tabTitle(screenTitle.current, isDiscreet, unreadMessages);
    document.title = shownTitle.current;
  }, [key, isDiscreet, unreadMessages]);
  useEffect(() => rememberDiscretion(isDiscreet), [isDiscreet]);
  useLayoutEffect(
    () => () => {
      if (document.title === shownTitle.current) document.title = screenTitle.current;
    },
    [],
  );
}
