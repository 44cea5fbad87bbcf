import { ShellSkeleton } from "./shell-skeleton.tsx";

const drawnScreen = import.meta.env.SSR ? null : document.querySelector("[data-first-screen] > *");
// A copy, because React removes the original with the first screen.
const copy = drawnScreen && withoutMember(drawnScreen);

/**
 * The screen that the build wrote into the HTML. The browser keeps the existing HTML, so that the skeleton's code need
 * not be loaded to render it again.
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

/** A copy of the first screen, shown until the session is known. Exists only if the page started with that screen. */
export function FirstScreenAgain() {
  return <div className="contents" ref={appendCopy} />;
}

/**
 * Copies the prerendered screen without photos and texts: they belong to one member (platform/pages/member-page.ts),
 * and the copy may be shown after that member's session has ended.
 */
function withoutMember(screen: Element): Node {
  const clone = screen.cloneNode(true) as Element; // A clone has the type of its original.
  for (const own of clone.querySelectorAll("img,[data-first-texts] > *")) own.remove();
  return clone;
}

function appendCopy(element: HTMLDivElement | null): void {
  if (copy) element?.replaceChildren(copy);
}
