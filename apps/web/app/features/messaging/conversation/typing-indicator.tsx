import { useIsTyping } from "../sync/typing-store.ts";

/** Says "Digitando" while the other member writes. */
export function TypingIndicator({ peerId }: { peerId: string }) {
  if (!useIsTyping(peerId)) return null;
  return (
    <p role="status" className="flex items-center gap-2.5 py-1 text-14 font-medium text-muted">
      <span
        aria-hidden
        className="inline-flex gap-1 rounded-[18px] rounded-bl-small border border-line bg-surface px-3.5 py-3 [&>i]:size-1.75 [&>i]:animate-pulse [&>i]:rounded-full [&>i]:bg-muted"
      >
        <i className="opacity-45" />
        <i className="opacity-70" />
        <i />
      </span>
      Digitando
    </p>
  );
}
