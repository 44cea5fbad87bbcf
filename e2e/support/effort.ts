import type { Locator } from "@playwright/test";

/** Counts what somebody does by hand: the taps and the fields filled in. */
export function countEffort() {
  const effort = { taps: 0, fields: 0 };
  return {
    effort,
    async tap(target: Locator): Promise<void> {
      await target.click();
      effort.taps += 1;
    },
    async type(field: Locator, text: string): Promise<void> {
      await field.fill(text);
      effort.fields += 1;
    },
  };
}
