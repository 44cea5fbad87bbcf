import { Undo2 } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useStore } from "~/platform/store.ts";
import { useKeyDown } from "~/platform/use-key-down.ts";
import { Button } from "~/ui/basics/button.tsx";
import { FootBar } from "~/ui/lists/foot-bar.tsx";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { dismissalStore, sendDismissal, startTimer, stopTimer, undoDismissal } from "./dismissals.ts";
import { FIELDS, isUndoKey, useShortcutSwitch } from "./use-shortcuts.ts";

/** Offers to undo a dismissal for a few seconds, on every screen of the office. */
export function UndoBar() {
  const waitingDismissal = useStore(dismissalStore, (state) => state.waiting);
  const [hasKeys] = useShortcutSwitch();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useSendAtLeaving();
  useUndoKey(waitingDismissal && undo, hasKeys);
  function undo() {
    if (!waitingDismissal) return;
    undoDismissal();
    // The button disappears, so move the focus first.
    document.querySelector("main")?.focus();
    // The dismissal opened another case automatically. Any other screen was opened on purpose, and stays.
    if (pathname.startsWith("/admin/denuncias/")) void navigate(`/admin/denuncias/${waitingDismissal.id}`);
  }
  return (
    <>
      {/* The element is in the page from the start, so that screen readers announce changes in it. */}
      <p role="status" className="sr-only">
        {waitingDismissal &&
          `Denúncia de ${waitingDismissal.name} descartada. Desfaça com Ctrl+Z ou com o botão no fim da tela.`}
      </p>
      {waitingDismissal && (
        <FootBar label="Desfazer" className="z-11">
          <p aria-hidden className="mr-auto min-w-0 wrap-anywhere">
            <strong className="font-semibold">Denúncia descartada</strong>: {waitingDismissal.name}
          </p>
          <Button
            variant="outline"
            size="small"
            onClick={undo}
            onFocus={stopTimer}
            onBlur={startTimer}
            aria-keyshortcuts={hasKeys ? "Control+Z Meta+Z Z" : "Control+Z Meta+Z"}
          >
            <Undo2 aria-hidden strokeWidth={1.75} />
            Desfazer
          </Button>
        </FootBar>
      )}
    </>
  );
}

/** Leaving the office or the page confirms the dismissal, so it is sent first. */
function useSendAtLeaving(): void {
  useEffect(() => {
    window.addEventListener("pagehide", sendDismissal);
    return () => {
      window.removeEventListener("pagehide", sendDismissal);
      sendDismissal();
    };
  }, []);
}

function useUndoKey(undo: (() => void) | undefined, hasKeys: boolean): void {
  useKeyDown(undo !== undefined, (event) => {
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    if (isTyping || isDialogOpen() || !isUndoKey(event, hasKeys)) return;
    event.preventDefault();
    undo?.();
  });
}
