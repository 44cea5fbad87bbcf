/**
 * Makes something when it is first needed. The first format that a phone makes takes tens of milliseconds, because the
 * browser reads the rules of the language, so no page makes one before it writes something in it.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
