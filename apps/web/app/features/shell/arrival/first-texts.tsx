import type { ReactNode } from "react";

/**
 * A slot for a member's first texts, which the server writes (platform/pages/member-page.ts) so that they are readable
 * before the scripts run. Its fallback follows as `peer-not-empty:hidden`.
 */
export function FirstTexts({ name, className }: { name: string; className: string }) {
  return <div data-first-texts={name} className={className} />;
}

/**
 * The markup of one kind of these texts, hidden in browsers. `{field}` is a placeholder. The classes are those of the
 * screen, so that size and position match.
 */
export function FirstTextTemplate({ kind, children }: { kind: string; children: ReactNode }) {
  return <template data-first-text={kind}>{children}</template>;
}
