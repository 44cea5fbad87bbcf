import type { ReactNode } from "react";

/**
 * A place where the server writes a member's first texts (platform/pages/member-page.ts), so that they can be read
 * before the scripts have run. What stands in for them follows as `peer-not-empty:hidden`.
 */
export function FirstTexts({ name, className }: { name: string; className: string }) {
  return <div data-first-texts={name} className={className} />;
}

/**
 * The markup of one kind of these texts, which browsers do not show. `{field}` marks where a text goes. Its classes are
 * those of the screen, so that the text is as large and stands as it will on the screen.
 */
export function FirstTextTemplate({ kind, children }: { kind: string; children: ReactNode }) {
  return <template data-first-text={kind}>{children}</template>;
}
