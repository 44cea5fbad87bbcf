/** A record with a value for each of some names. No imports, so that a screen loads nothing else with this file. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], write: (name: Name) => Value) =>
  // The cast holds because the record has an entry for each name, and no other.
  Object.fromEntries(names.map((name) => [name, write(name)])) as Record<Name, Value>;
