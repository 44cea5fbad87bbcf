import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { maySeeProfile } from "../profiles/rules.ts";

type Viewer = Parameters<typeof maySeeProfile>[0];
type SeenProfile = Parameters<typeof maySeeProfile>[1];
type OtherMember = SeenProfile & { isUnderReview: boolean };

/**
 * Whether a member may report or block another: a member whose profile they can open, with whom they have a
 * conversation, or whom they have blocked already. A conversation stays a reason to report after the other one left or
 * blocked them; so does a profile that the reports of others have just hidden. Staff neither report nor are reported.
 */
export function mayComplainOf(viewer: Viewer, otherMember: OtherMember, hasBlocked: boolean): boolean {
  if (viewer.role === "admin" || otherMember.role === "admin" || viewer.id === otherMember.id) return false;
  return (
    maySeeProfile(viewer, { ...otherMember, isActive: otherMember.isActive || otherMember.isUnderReview }) ||
    otherMember.hasConversation ||
    hasBlocked
  );
}

/** The name that the blocker could see; of who had blocked them or left before, they could see none. */
export function nameToKeep({ name, isActive, isHiddenPair }: OtherMember & { name: string }): string {
  return isActive && !isHiddenPair ? name : messagingTexts.unavailableName;
}
