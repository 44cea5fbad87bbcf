/**
 * The members whose last connection closed a moment ago, until it is certain that they did not only reload the page.
 */
export function openDepartures(graceMs: number) {
  // The map is in the order of closing: a member who comes back and leaves again moves to the end.
  const closings = new Map<string, Date>();
  return {
    add(memberId: string, closedAt: Date): void {
      closings.delete(memberId);
      closings.set(memberId, closedAt);
    },
    /** Forgets a member who is back. Returns false when no departure of theirs was waiting. */
    cancel: (memberId: string): boolean => closings.delete(memberId),
    /** Removes and returns the departures whose grace period is over. */
    takeDue(now: Date): { memberId: string; closedAt: Date }[] {
      const due: { memberId: string; closedAt: Date }[] = [];
      for (const [memberId, closedAt] of closings) {
        if (now.getTime() - closedAt.getTime() < graceMs) break;
        closings.delete(memberId);
        due.push({ memberId, closedAt });
      }
      return due;
    },
  };
}
