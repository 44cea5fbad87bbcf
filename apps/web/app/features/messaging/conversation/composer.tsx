import { isTooLong, tidyText } from "@caramelo/contract/call/characters";
import { MESSAGE_MAX } from "@caramelo/contract/limits";
import type { Opening } from "@caramelo/contract/messaging/calls";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import { messagingErrors, messagingFields } from "@caramelo/contract/texts/messaging";
import { SendHorizontal, X } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useMember } from "~/platform/session.ts";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { useMedia } from "~/ui/basics/use-media.ts";
import { isComposing } from "~/ui/forms/is-composing.ts";
import { useGrowingField } from "~/ui/forms/use-growing-field.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { OpeningList } from "../openings/opening-list.tsx";
import { mayReplace } from "../openings/rules.ts";
import { emptyDraft, findAsked } from "../outbox/rules.ts";
import type { Chat, Message, Quote } from "../types.ts";
import { EmojiButton } from "./emoji-button.tsx";
import { QuoteLine } from "./message-bubble.tsx";
import { describeDraft, isRunningOut } from "./rules.ts";
import { keepStoppedChat, readStoppedChat } from "./stopped-chat.ts";
import { sendDraft, useDraft } from "./use-draft.ts";
import { useTypingSignal } from "./use-typing-signal.ts";

type Props = {
  chat: Chat;
  messages: Message[];
  /** The member has not written to the other one yet. */
  isFirst: boolean;
  /** First messages to tap, if the conversation has none yet. */
  openings: Opening[];
  onSend: () => void;
  ref: Ref<ComposerHandle>;
};

/** The composer's functions for other parts of the conversation. */
export type ComposerHandle = {
  /** Makes the current text a reply to this message. Returns the field, which gets the focus. */
  reply: (quote: Quote) => HTMLElement | null;
  focus: () => void;
};

const LINES_MAX = 5;

// Loaded when needed: most messages are sent without a question.
const ConfirmSend = lazyPart(() => import("./confirm-send.tsx").then((file) => file.ConfirmSend));

/**
 * The message field. It is emptied on sending, without waiting for the server, so that the next message can be typed.
 */
export function Composer({ chat, messages, isFirst, openings, onSend, ref }: Props) {
  const { peer, writing } = chat;
  const { draft, change } = useDraft(peer.id, messages);
  const typing = useTypingSignal(peer.id);
  const hasKeyboard = useMedia("(pointer: fine)");
  const hintId = useId();
  const { id: myId } = useMember();
  const [wasStopped, setWasStopped] = useState(() => readStoppedChat(myId)?.withId === peer.id);
  const field = useFocusWithMouse();
  useGrowingField(field);
  const isOverlong = isTooLong(draft.text, MESSAGE_MAX);
  const isClosed = writing !== "open";
  const hint = isOverlong ? messagingFields.messageTooLong : describeDraft(chat, draft.text !== "", wasStopped);
  const maySend = !isClosed && tidyText(draft.text) !== "" && !isOverlong;

  useImperativeHandle(ref, () => ({
    reply(replyTo) {
      change({ ...draft, replyTo });
      return field.current;
    },
    focus: () => field.current?.focus(),
  }));
  const warnings = findAsked(draft);
  function submit(isConfirmed = false) {
    if (!maySend || (warnings && !isConfirmed)) return;
    sendDraft(peer.id, draft, isConfirmed);
    change(emptyDraft);
    typing.stop();
    if (wasStopped) keepStoppedChat(myId, null);
    setWasStopped(false);
    onSend();
  }
  /** Inserts an emoji at the caret, or replaces the selection with it. */
  function insert(emoji: string) {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {};
    change({ ...draft, text: draft.text.slice(0, from) + emoji + draft.text.slice(to) });
    // The caret can be moved only after React has rendered the field with the emoji.
    requestAnimationFrame(() => field.current?.setSelectionRange(from + emoji.length, from + emoji.length));
  }
  const mayChoose = !isClosed && openings.length > 0 && mayReplace(draft.text, openings);
  function choose(opening: string, event: MouseEvent) {
    change({ ...emptyDraft, text: opening });
    // After a tap the focus would open a phone's keyboard over the text.
    if (hasKeyboard || event.detail === 0) field.current?.focus();
  }
  function cancelReply() {
    change({ ...draft, replyTo: undefined });
    field.current?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === "Escape" && draft.replyTo) return cancelReply();
    if (event.key !== "Enter" || event.shiftKey || !hasKeyboard) return;
    event.preventDefault();
    submit();
  }
  return (
    <form
      noValidate
      aria-label="Escrever mensagem"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="relative grid shrink-0 grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-line bg-surface py-2 pr-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] pl-3 md:px-5 md:py-3"
    >
      {warnings && !isClosed && (
        // The question arrives with a server answer, so it overlays the messages instead of pushing them up.
        <LazyPart>
          <div className="absolute inset-x-0 bottom-full max-h-[calc(var(--visible-height,100dvh)*0.5)] overflow-y-auto border-t border-line bg-surface p-2 md:px-5 md:py-3">
            <ConfirmSend
              warnings={warnings}
              onSend={() => submit(true)}
              onEdit={() => {
                change({ ...draft, asked: undefined });
                field.current?.focus();
              }}
            />
          </div>
        </LazyPart>
      )}
      {mayChoose && (
        <OpeningList
          openings={openings}
          chosenText={draft.text}
          onChoose={choose}
          className="max-h-[45dvh] overflow-y-auto md:mb-1"
        />
      )}
      {draft.replyTo && !isClosed && (
        <div className="flex items-center gap-1 rounded-control bg-tint py-1 pl-2">
          <QuoteLine
            quote={draft.replyTo}
            author={draft.replyTo.isMine ? "você" : peer.name}
            lead={`${conversationTexts.replyingTo} `}
            className="flex-1"
          />
          <IconButton label="Cancelar resposta" onClick={cancelReply}>
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
      )}
      <div className="flex items-end gap-1 md:gap-2.5">
        {!isClosed && <EmojiButton onPick={insert} findField={() => field.current} />}
        <textarea
          ref={field}
          aria-label={`Mensagem para ${peer.name}`}
          aria-invalid={isOverlong || undefined}
          aria-describedby={hintId}
          placeholder={writing === "upgrade" ? messagingErrors.UPGRADE_REQUIRED : "Digite uma mensagem..."}
          disabled={isClosed}
          enterKeyHint={hasKeyboard ? "send" : "enter"}
          rows={Math.min(LINES_MAX, draft.text.split("\n").length)}
          value={draft.text}
          onChange={(event) => {
            change({ ...draft, text: event.target.value });
            typing.press();
          }}
          onKeyDown={handleKey}
          onBlur={typing.stop}
          className="field-sizing-content max-h-[min(9rem,25dvh)] min-h-12 min-w-0 flex-1 resize-none rounded-[24px] border border-field-line bg-canvas px-4 py-2.75 leading-[1.45] text-ink outline-offset-0 placeholder:text-muted placeholder:opacity-100 disabled:cursor-not-allowed aria-invalid:border-danger"
        />
        <button
          type="submit"
          disabled={!maySend || warnings !== undefined}
          title="Enviar"
          className="press grid size-12 max-md:size-[min(3rem,48px)] shrink-0 place-items-center rounded-full bg-primary text-on-primary enabled:hover-mouse:bg-press disabled:bg-tint disabled:text-muted"
        >
          <SendHorizontal aria-hidden className="size-5" strokeWidth={1.75} />
          <span className="sr-only">Enviar</span>
        </button>
      </div>
      <p
        id={hintId}
        className={cx("px-2 text-13", isOverlong ? "font-medium text-danger" : "text-muted", "empty:hidden")}
      >
        {hint && <span>{hint}</span>}
        {!isOverlong && isRunningOut(chat) && (
          <>
            <span> · </span>
            <TextLink to="/checkout?type=tokens" onClick={() => keepStoppedChat(myId, { withId: peer.id, isFirst })}>
              Comprar Fichas
            </TextLink>
          </>
        )}
      </p>
    </form>
  );
}

/**
 * Focuses the field when the conversation opens, unless another field has the focus. Not on touch screens, whose
 * keyboard would cover half of the messages.
 */
function useFocusWithMouse(): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const isTyping = document.activeElement?.matches("input, textarea") === true;
    if (!isTyping && matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}
