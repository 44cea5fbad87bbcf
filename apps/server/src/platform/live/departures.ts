/** Members whose last connection closed, until it is certain that they did not only reload. */
export function openDepartures(graceMs: number) {
  // In the order of closing: a member who comes back and leaves again moves to the end.
  const closings = new Map<string, Date>();
  return {
    add(memberId: string, closedAt: Date): void {
      closings.delete(memberId);
      closings.set(memberId, closedAt);
    },
    /** Forgets a member who is back. Answers false when no departure of theirs was waiting. */
    cancel: (memberId: string): boolean => closings.delete(memberId),
    /** Removes and answers the departures whose grace is over. */
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
