import { ShellSkeleton } from "./shell-skeleton.tsx";

const drawn = import.meta.env.SSR ? null : document.querySelector("[data-first-screen] > *");
// React removes the original with the first screen.
const copy = drawn && withoutPhotos(drawn);

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

/** A copy of the first screen, shown until the session is known. It exists only where the page began with that screen. */
export function FirstScreenAgain() {
  return <div className="contents" ref={appendCopy} />;
}

/** A copy of what the build wrote. The photos are the member's (platform/pages/member-page.ts); the copy also shows after their session. */
function withoutPhotos(screen: Element): Node {
  const clone = screen.cloneNode(true) as Element; // a clone is of the same kind
  for (const photo of clone.querySelectorAll("img")) photo.remove();
  return clone;
}

function appendCopy(element: HTMLDivElement | null): void {
  if (copy) element?.replaceChildren(copy);
}
