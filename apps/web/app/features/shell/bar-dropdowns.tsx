import { Bell as BellIcon, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { CountBadge } from "~/ui/badge.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Popover } from "~/ui/popover.tsx";
import { EntryFace, entryClass } from "./bar-entry.tsx";
import { isOpen, newsWord, unreadWord } from "./rules.ts";
import { useShell } from "./shell-context.ts";

// The triggers stand in the middle of the bar: clear of its lower edge, and of the line under the open screen's entry.
const BELOW_BAR = 16;

/** "Mensagens" of the top bar: opens the conversations with unread messages. */
export function MessagesEntry() {
  const { unread, panels } = useShell();
  const [isShown, setIsShown] = useState(false);
  const isHere = isOpen(useLocation().pathname, "/mensagens");
  const close = () => setIsShown(false);
  return (
    <Popover
      title="Mensagens"
      isOpen={isShown}
      onOpenChange={setIsShown}
      gap={BELOW_BAR}
      trigger={
        <button
          type="button"
          title="Mensagens"
          aria-current={isHere ? "page" : undefined}
          className={entryClass(isHere)}
        >
          <EntryFace icon={MessageCircle} label="Mensagens" isHere={isHere} />
          <CountBadge
            count={unread.messages}
            label={unreadWord(unread.messages)}
            className="max-lg:absolute max-lg:top-0.5 max-lg:-right-1"
          />
        </button>
      }
      action={
        <Link
          to="/mensagens"
          onClick={close}
          className="inline-flex min-h-11 items-center rounded-control px-2 text-14 font-semibold text-primary hover-mouse:bg-primary/8"
        >
          Ver todas
        </Link>
      }
    >
      <panels.Messages onLeave={close} />
    </Popover>
  );
}

/** "Notificações" of the top bar. */
export function Bell() {
  const { unread, panels } = useShell();
  const [isShown, setIsShown] = useState(false);
  return (
    <Popover
      title="Notificações"
      isOpen={isShown}
      onOpenChange={setIsShown}
      gap={BELOW_BAR}
      action={<panels.NotificationsAction />}
      trigger={
        <IconButton label="Notificações">
          <BellIcon aria-hidden strokeWidth={1.75} />
          <CountBadge count={unread.notifications} label={newsWord(unread.notifications)} place="corner" />
        </IconButton>
      }
    >
      <panels.Notifications onLeave={() => setIsShown(false)} />
    </Popover>
  );
}
