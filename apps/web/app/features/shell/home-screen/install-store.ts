// Member data, removed at the end of the session (platform/device-traces.ts).
const FIRST_OPENING = "primeira-vez";
// Belongs to the device, so that the hint appears there once.
const SHOWN = "instalar";

/** Returns when the member first opened the site in this session; null the first time, which it stores. */
export function takeFirstOpening(now: number): string | null {
  try {
    const firstAt = localStorage.getItem(FIRST_OPENING);
    if (firstAt === null) localStorage.setItem(FIRST_OPENING, String(now));
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
    // Without storage, the hint is never shown.
  }
}
