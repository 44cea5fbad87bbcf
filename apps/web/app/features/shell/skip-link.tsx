import type { MouseEvent } from "react";

/** The first keyboard-focusable element: skips the bars to the content of the screen. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the link leads to a part of this page, as its address says
    <a
      href="#conteudo"
      onClick={skip}
      className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:inline-flex focus-visible:min-h-11 focus-visible:items-center focus-visible:rounded-control focus-visible:bg-primary focus-visible:px-4 focus-visible:font-semibold focus-visible:text-on-primary"
    >
      Pular para o conteúdo
    </a>
  );
}

/** Moves the focus by script, because the browser's jump would add a history entry that the router does not know. */
function skip(event: MouseEvent) {
  event.preventDefault();
  document.querySelector("main")?.focus();
}

/** The properties of the skip link's target, the `main` element. */
export const CONTENT = { id: "conteudo", tabIndex: -1 } as const;
