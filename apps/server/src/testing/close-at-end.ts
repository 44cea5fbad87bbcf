/** Closes something when the test file ends. A journey is no file of Vitest: it closes what it opened itself. */
export async function closeAtEnd(close: () => void | Promise<void>): Promise<void> {
  if (process.env.VITEST === undefined) return;
  const { afterAll } = await import("vitest");
  afterAll(close);
}
