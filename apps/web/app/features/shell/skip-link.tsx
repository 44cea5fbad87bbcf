import type { MouseEvent } from "react";

/** First of all for the keyboard: past the bars, to what the screen is about. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page, as its address says
    <a
      href="#conteudo"
      onClick={skip}
      className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:inline-flex focus-visible:min-h-11 focus-visible:items-center focus-visible:rounded-control focus-visible:bg-primary focus-visible:px-4 focus-visible:font-semibold focus-visible:text-on-primary"
    >
      Pular para o conteúdo
    </a>
  );
}

/** By hand, because the browser's own way would be a place in the history that the router does not know. */
function skip(event: MouseEvent) {
  event.preventDefault();
  document.querySelector("main")?.focus();
}

/** The properties of the `main` that the link leads to. */
export const CONTENT = { id: "conteudo", tabIndex: -1 } as const;
