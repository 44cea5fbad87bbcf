import { useEffect } from "react";
import { useLocation } from "react-router";
import { offerLostPush } from "~/features/notifications/push/lost-push.ts";
import { useAppBadge } from "~/features/shell/home-screen/use-app-badge.ts";
import { preloadRareCalls } from "~/platform/api.ts";
import { rememberSignIn } from "~/platform/returning.ts";
import { useMember } from "~/platform/session.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { MatchMoment } from "./match-moment.tsx";

// Loaded when needed: one appears once per account, the other once per device.
const Welcome = lazyPart(() => import("~/features/profiles/welcome/welcome.tsx").then((file) => file.Welcome));
const InstallHint = lazyPart(() =>
  import("~/features/shell/home-screen/install-hint.tsx").then((file) => file.InstallHint),
);

type Props = {
  unreadMessages: number;
  /** Whether the account had no welcome yet when the page opened. */
  isWelcomeDue: boolean;
};

/** Overlays on a member's screens, and the app icon's badge, once the member uses the page. */
export function MemberMoments({ unreadMessages, isWelcomeDue }: Props) {
  const { photoUrl, preferences } = useMember();
  const isSearch = useLocation().pathname === "/busca";
  useEffect(() => {
    rememberSignIn();
    preloadRareCalls();
    void offerLostPush();
  }, []);
  useAppBadge(preferences.hasDiscreetTitles, unreadMessages);
  return (
    <>
      <MatchMoment ownPhotoUrl={photoUrl} />
      {isSearch && <LazyPart isQuiet>{isWelcomeDue ? <Welcome /> : <InstallHint />}</LazyPart>}
    </>
  );
}
