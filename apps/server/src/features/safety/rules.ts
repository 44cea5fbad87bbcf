import type { REPORT_REASONS } from "@caramelo/contract/limits";
import { maySeeProfile } from "../profiles/rules.ts";

type Viewer = Parameters<typeof maySeeProfile>[0];
type Known = Parameters<typeof maySeeProfile>[1];

/**
 * Whom a member may report or block: whoever they can open, talked with, or have blocked already. Who was written to
 * must be able to tell of it after the other one left or blocked them. Everybody else looks like nobody, and staff
 * neither report nor are reported.
 */
export function mayComplainOf(viewer: Viewer, other: Known, hasBlocked: boolean): boolean {
  if (viewer.role === "admin" || other.role === "admin" || viewer.id === other.id) return false;
  return maySeeProfile(viewer, other) || other.hasConversation || hasBlocked;
}

/**
 * A reason as it is stored. Only "Outro" takes words of the member's own; what came with another reason is left out, for
 * the seven reasons are what the team filters and counts by.
 */
export function reasonToStore(reason: (typeof REPORT_REASONS)[number], details: string | undefined): string {
  return reason === "Outro" && details !== undefined ? `Outro: ${details}` : reason;
}
