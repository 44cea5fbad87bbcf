/** Writes a failure that the member does not need to see to the browser's console. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.warn(`${what} failed.`, error);
}
