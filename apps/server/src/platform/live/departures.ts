/** Members whose last connection closed, until it is certain that they did not only reload. */
export function openDepartures(graceMs: number) {
  // In the order of their closing: who comes back and leaves again goes to the end.
  const closings = new Map<string, Date>();
  return {
    add(memberId: string, closedAt: Date): void {
      closings.delete(memberId);
      closings.set(memberId, closedAt);
    },
    /** They are back; false when nobody waited for them. */
    cancel: (memberId: string): boolean => closings.delete(memberId),
    /** Takes out those whose grace is over. */
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
