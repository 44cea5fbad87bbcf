/** Returns a record with a value per name. No imports, so that a screen loads nothing else with this file. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], write: (name: Name) => Value) =>
  // The cast is safe, because the record has exactly one entry per name.
  Object.fromEntries(names.map((name) => [name, write(name)])) as Record<Name, Value>;
