import { Bell as BellIcon, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { Popover } from "~/ui/overlays/popover.tsx";
import { isOpen, notificationsWord, unreadWord } from "../rules.ts";
import { useShell } from "../shell-context.ts";
import { BadgedIcon, EntryContent, entryClass } from "./bar-entry.tsx";

// The triggers are vertically centred in the bar, so the dropdowns need this distance to clear its lower edge and the
// underline of the open entry.
const BELOW_BAR = 16;

/** The entry "Mensagens" of the top bar. It opens the conversations with unread messages. */
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
          <EntryContent
            icon={MessageCircle}
            label="Mensagens"
            isHere={isHere}
            count={unread.messages}
            countLabel={unreadWord(unread.messages)}
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

/** The entry "Notificações" of the top bar. */
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
          <BadgedIcon icon={BellIcon} count={unread.notifications} />
          {unread.notifications > 0 && (
            <span className="sr-only">{` ${unread.notifications} ${notificationsWord(unread.notifications)}`}</span>
          )}
        </IconButton>
      }
    >
      <panels.Notifications onLeave={() => setIsShown(false)} />
    </Popover>
  );
}
