import { Smile } from "lucide-react";
import { useState } from "react";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { Popover } from "~/ui/overlays/popover.tsx";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";

// Loaded when needed: the library and the list of emojis are large, and phones have an emoji keyboard.
const EmojiPicker = lazyPart(() => import("./emoji-picker.tsx").then((file) => file.EmojiPicker));

type Props = { onPick: (emoji: string) => void; findField: () => HTMLElement | null };

/** Opens the emojis above the field. The field gets the focus back when they close. */
export function EmojiButton({ onPick, findField }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  function pick(emoji: string) {
    setIsOpen(false);
    onPick(emoji);
  }
  return (
    <Popover
      trigger={
        <IconButton label="Emojis" className="mb-0.5 max-md:size-[min(2.75rem,44px)]">
          <Smile aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
      title="Emojis"
      align="start"
      finalFocus={findField}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      <LazyPart fallback={<div className="h-76" />} onFailure={() => setIsOpen(false)}>
        <EmojiPicker onPick={pick} onFailure={() => setIsOpen(false)} />
      </LazyPart>
    </Popover>
  );
}
