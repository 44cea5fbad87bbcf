import type { VisibleId } from "@caramelo/contract/call/call";
import type { $brand } from "zod";
import type { Role } from "../members/rules.ts";

// A `VisibleId` proves that the viewer of an answer may see a member: the member is active and not hidden from the
// viewer. Only this file and `visibleTo` of fragment-queries.ts make one, so an answer that describes members without
// this check does not compile. A viewer's proofs must not be kept for answers to another viewer.

type Viewer = { id: string; role: Role };
type ReadMember = { id: string; isActive: boolean; isHiddenPair: boolean };

/** The proof for a row of a member. The staff may see every member, and all members may see themselves. */
export function visibleIdFor(viewer: Viewer, { id, isActive, isHiddenPair }: ReadMember): VisibleId | undefined {
  const isVisible = viewer.role === "admin" || viewer.id === id || (isActive && !isHiddenPair);
  return isVisible ? (id as VisibleId) : undefined;
}

/** Returns the active members who are not hidden from a viewer. `hiddenIds`: all members who are. */
export function withoutHidden<Member extends { id: string }>(
  activeMembers: readonly Member[],
  hiddenIds: ReadonlySet<string>,
): (Member & { id: VisibleId })[] {
  // The cast only adds the proof that the filter establishes.
  return activeMembers.filter(({ id }) => !hiddenIds.has(id)) as (Member & { id: VisibleId })[];
}

/** The proof for an answer that describes a member without naming the id. */
export const describing = <Answer extends object>(_: VisibleId, answer: Answer) => answer as Answer & $brand<"visible">;

// The exceptions: answers that name a member whom the viewer may not, or no longer, see.

/** The viewer themselves, in whose name the notices of the staff appear in the bell. */
export const ownId = ({ id }: { id: string }) => id as VisibleId;

/** The other member of a conversation, which its owner keeps when that member leaves, blocks them or is erased. */
export const keptPeerId = (id: string) => id as VisibleId;

/** A member whom the viewer has blocked, in the viewer's own list of blocks. */
export const blockedId = (id: string) => id as VisibleId;
