/**
 * Returns a function that makes a value on first use. The first format on a phone takes tens of milliseconds, because
 * the browser loads the language's rules, so no page makes one before it needs it.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
