import { useKeyDown } from "~/platform/use-key-down.ts";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { isTyping } from "./decision-forms.tsx";
import { findReviewKey, type ReviewKey } from "./rules.ts";

/** The shortcuts of the review. They are off while somebody types, holds a key down or answers a dialog. */
export function useReviewKeys(isOn: boolean, act: (key: ReviewKey) => void): void {
  useKeyDown(isOn, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    // In a form, digits and letters belong to the form.
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest("form"))) return;
    if (isDialogOpen()) return;
    const key = findReviewKey(event.key);
    if (!key) return;
    event.preventDefault();
    act(key);
  });
}
