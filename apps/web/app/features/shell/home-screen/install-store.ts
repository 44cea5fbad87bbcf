// The member's data, removed at the end of the session like all of it (platform/device-traces.ts).
const FIRST_VISIT = "primeira-visita";
// Belongs to the device, so that the hint is shown there once.
const SHOWN = "instalar";

/** When the member first came in this session; null at the first visit, whose time is stored now. */
export function takeFirstVisit(now: number): string | null {
  try {
    const firstAt = localStorage.getItem(FIRST_VISIT);
    if (firstAt === null) localStorage.setItem(FIRST_VISIT, String(now));
    return firstAt;
  } catch {
    // Without storage every visit is the first one.
    return null;
  }
}

export function wasHintShown(): boolean {
  try {
    return localStorage.getItem(SHOWN) !== null;
  } catch {
    return true;
  }
}

export function storeHintShown(): void {
  try {
    localStorage.setItem(SHOWN, "visto");
  } catch {
    // Where storage is refused, the hint is never shown.
  }
}
