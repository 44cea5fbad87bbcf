import { Menu } from "@base-ui/react/menu";
import { REACTION_KEYS, REACTIONS, type Reaction } from "@caramelo/contract/messaging/reactions";
import { reactionLabels } from "@caramelo/contract/texts/conversation";
import { Copy, Flag, Reply } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { POPUP_CLASS } from "~/ui/overlays/popup-class.ts";
import { useBackToClose } from "~/ui/overlays/use-layer.ts";
import type { Message } from "../types.ts";

type Props = {
  message: Message;
  /** The button of the message, which gets the focus back unless the member replies. */
  anchor: HTMLElement;
  isOpen: boolean;
  /** Undefined where the member may not write. */
  onReply: (() => HTMLElement | null) | undefined;
  onReact: ((reaction: Reaction | null) => void) | undefined;
  onCopy: () => void;
  /** Undefined for the member's own messages. */
  onReport: (() => void) | undefined;
  onClose: () => void;
};

/** The actions on one message: six reactions, then the rest. */
export function MessageMenu({ message, anchor, isOpen, onReply, onReact, onCopy, onReport, onClose }: Props) {
  useBackToClose(isOpen, onClose);
  const { mine } = message.reactions;
  const nextFocus = useRef<HTMLElement>(null);
  function takeNextFocus() {
    const next = nextFocus.current ?? anchor;
    nextFocus.current = null;
    return next;
  }
  function reply() {
    nextFocus.current = onReply?.() ?? null;
  }
  // The menu has no trigger known to Base UI, so its focus guards would lose the focus.
  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Tab") return;
    event.preventDefault();
    onClose();
  }
  return (
    <Menu.Root open={isOpen} onOpenChange={(next) => !next && onClose()} orientation="vertical">
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          sideOffset={6}
          align="center"
          collisionPadding={12}
          className="z-60 outline-none"
        >
          <Menu.Popup
            aria-label="Ações da mensagem"
            finalFocus={takeNextFocus}
            onKeyDown={handleKey}
            className={cx(POPUP_CLASS, "menu-width p-1.5")}
          >
            {onReact && (
              <>
                <Menu.RadioGroup value={mine} className="flex" aria-label="Reagir">
                  {REACTION_KEYS.map((reaction) => (
                    <Menu.RadioItem
                      key={reaction}
                      value={reaction}
                      closeOnClick
                      onClick={() => onReact(reaction === mine ? null : reaction)}
                      title={reactionLabels[reaction]}
                      className="press grid h-11 min-w-0 flex-[0_1_2.75rem] cursor-pointer place-items-center rounded-full text-22 leading-none -outline-offset-2 data-checked:bg-primary/15 data-highlighted:bg-primary/10"
                    >
                      <span aria-hidden>{REACTIONS[reaction]}</span>
                      <span className="sr-only">{reactionLabels[reaction]}</span>
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
                <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
              </>
            )}
            {onReply && (
              <Entry icon={<Reply aria-hidden />} onSelect={reply}>
                Responder
              </Entry>
            )}
            <Entry icon={<Copy aria-hidden />} onSelect={onCopy}>
              Copiar
            </Entry>
            {onReport && (
              <Entry icon={<Flag aria-hidden />} onSelect={onReport}>
                Denunciar
              </Entry>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ icon, onSelect, children }: { icon: ReactNode; onSelect: () => void; children: string }) {
  return (
    <Menu.Item
      onClick={onSelect}
      className="press-row flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-medium -outline-offset-2 data-highlighted:bg-primary/10 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:stroke-[1.75]"
    >
      {icon}
      {children}
    </Menu.Item>
  );
}
