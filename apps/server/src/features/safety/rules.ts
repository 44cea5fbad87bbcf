import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { maySeeProfile } from "../profiles/rules.ts";

type Viewer = Parameters<typeof maySeeProfile>[0];
type SeenProfile = Parameters<typeof maySeeProfile>[1];
type OtherMember = SeenProfile & { isUnderReview: boolean };

/**
 * Whether a member may report or block another: if they can open the profile, have a conversation, or have blocked the
 * other already. With a conversation they may still do so after the other left or blocked them. A profile that was just
 * hidden because others reported it counts as one that they can open. Staff neither report nor are reported.
 */
export function mayComplainOf(viewer: Viewer, otherMember: OtherMember, hasBlocked: boolean): boolean {
  if (viewer.role === "admin" || otherMember.role === "admin" || viewer.id === otherMember.id) return false;
  return (
    maySeeProfile(viewer, { ...otherMember, isActive: otherMember.isActive || otherMember.isUnderReview }) ||
    otherMember.hasConversation ||
    hasBlocked
  );
}

/** The name that the blocker could see. They saw no name of a member who had left or blocked them before. */
export function nameToKeep({ name, isActive, isHiddenPair }: OtherMember & { name: string }): string {
  return isActive && !isHiddenPair ? name : messagingTexts.unavailableName;
}
