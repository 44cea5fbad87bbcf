/** Closes something when the test file ends. Journeys do not run in Vitest and close what they opened themselves. */
export async function closeAtEnd(close: () => void | Promise<void>): Promise<void> {
  if (process.env.VITEST === undefined) return;
  const { afterAll } = await import("vitest");
  afterAll(close);
}
