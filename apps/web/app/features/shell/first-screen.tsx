import { ShellSkeleton } from "./shell-skeleton.tsx";

const drawn = import.meta.env.SSR ? null : document.querySelector("[data-first-screen] > *");
// React removes the original with the first screen.
const copy = drawn?.cloneNode(true);

/**
 * The screen that the page was written with at build. The browser leaves in place what is there: it need not carry the
 * skeleton's code only to draw the same once more.
 */
export const FirstScreen = import.meta.env.SSR ? WrittenScreen : KeptScreen;

function WrittenScreen() {
  return (
    <div className="contents" data-first-screen>
      <ShellSkeleton />
    </div>
  );
}

function KeptScreen() {
  const nothing = { __html: "" };
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is written, what the page holds stays
    <div className="contents" data-first-screen dangerouslySetInnerHTML={nothing} suppressHydrationWarning />
  );
}

/** The first screen once more, for as long as it is not known who is here. Only a page that began with it can show it. */
export function FirstScreenAgain() {
  return <div className="contents" ref={appendCopy} />;
}

function appendCopy(element: HTMLDivElement | null): void {
  if (copy) element?.replaceChildren(copy);
}
