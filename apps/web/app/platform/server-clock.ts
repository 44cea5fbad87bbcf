import { createStore } from "./store.ts";

/** How many milliseconds the server's clock is ahead of this device's, which may be wrong by hours. */
export const clockLead = createStore(0);

/** Compares the clocks when an answer arrives, which may have taken seconds. `date`: its header of this name. */
export function compareClocks(date: string | null): void {
  const lead = Date.parse(date ?? "") - Date.now();
  if (Math.abs(lead - clockLead.get()) > 10_000) clockLead.set(lead);
}
