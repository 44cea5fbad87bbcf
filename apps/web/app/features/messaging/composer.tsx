import { errorCatalogue, fieldTexts } from "@caramelo/contract/errors";
import { MESSAGE_MAX } from "@caramelo/contract/limits";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { cx } from "~/ui/cx.ts";
import { useMedia } from "~/ui/use-media.ts";
import { post } from "./desk.ts";
import { emptyDraft, findClientId } from "./outbox-rules.ts";
import type { Message, Room } from "./types.ts";
import { useDraft } from "./use-draft.ts";
import { useTypingSignal } from "./use-typing-signal.ts";

type Props = { room: Room; messages: Message[]; onPost: () => void };

const LINES_MAX = 5;

/** Where a message is written. What was sent is already on its way: the field is free for the next one at once. */
export function Composer({ room, messages, onPost }: Props) {
  const { peer, writing } = room;
  const { draft, change } = useDraft(peer.id, messages);
  const typing = useTypingSignal(peer.id);
  const hasKeyboard = useMedia("(pointer: fine)");
  const hintId = useId();
  const text = draft.text.trim();
  const isTooLong = text.length > MESSAGE_MAX;
  const isShut = writing !== "open";
  const maySend = !isShut && text !== "" && !isTooLong;

  function submit() {
    if (!maySend) return;
    post(peer.id, text, findClientId(draft));
    change(emptyDraft);
    typing.stop();
    onPost();
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || !hasKeyboard || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }
  return (
    <form
      aria-label="Escrever mensagem"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-line bg-surface py-2 pr-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] pl-3 md:px-5 md:py-3"
    >
      <div className="flex items-end gap-2 md:gap-2.5">
        <textarea
          aria-label={`Mensagem para ${peer.name}`}
          aria-invalid={isTooLong || undefined}
          aria-describedby={hintId}
          placeholder={writing === "upgrade" ? errorCatalogue.UPGRADE_REQUIRED.text : "Digite uma mensagem..."}
          disabled={isShut}
          enterKeyHint={hasKeyboard ? "send" : "enter"}
          rows={Math.min(LINES_MAX, draft.text.split("\n").length)}
          value={draft.text}
          onChange={(event) => {
            change({ ...draft, text: event.target.value });
            typing.press();
          }}
          onKeyDown={handleKey}
          onBlur={typing.stop}
          className="field-sizing-content max-h-36 min-h-12 min-w-0 flex-1 resize-none rounded-[24px] border border-field-line bg-canvas px-4 py-2.75 leading-[1.45] text-ink outline-offset-0! placeholder:text-muted placeholder:opacity-100 disabled:cursor-not-allowed aria-invalid:border-danger"
        />
        <button
          type="submit"
          disabled={!maySend}
          title="Enviar"
          className="grid size-12 shrink-0 place-items-center rounded-full bg-primary text-on-primary hover-mouse:bg-press disabled:bg-tint disabled:text-muted"
        >
          <SendHorizontal aria-hidden className="size-5" strokeWidth={1.75} />
          <span className="sr-only">Enviar</span>
        </button>
      </div>
      <p
        id={hintId}
        className={cx("px-2 text-13", isTooLong ? "font-medium text-danger" : "text-muted", "empty:hidden")}
      >
        {isTooLong ? fieldTexts.messageTooLong : balanceText(room)}
      </p>
    </form>
  );
}

/** What a payer has left, in a few quiet words. */
function balanceText({ balance, writing }: Room): string {
  if (!balance || balance.isPremium || writing !== "open") return "";
  const tokens = balance.tokens === 1 ? "1 ficha" : `${balance.tokens} fichas`;
  const left = balance.conversations === 1 ? "1 conversa nova" : `${balance.conversations} conversas novas`;
  return `Você tem ${tokens} e ${left}`;
}
