/** Logs a failure that the member need not see to the browser's console. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.warn(`${what} failed.`, error);
}
