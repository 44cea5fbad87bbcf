import { useSyncExternalStore } from "react";

/** One value outside of React that anybody may read and change, and that components follow by `useStore`. */
export type Store<T> = {
  get: () => T;
  /** The value that it was created with: what the page written at build shows. */
  getInitial: () => T;
  /** Takes the next value, or a function from the present value to the next one. The very same value wakes nobody. */
  set: (next: T | ((before: T) => T)) => void;
  /** Calls back at each change. Returns how to stop. */
  subscribe: (onChange: () => void) => () => void;
};

// A value that is itself a function would be called by `set`: no store of ours holds one.
type Update<T> = (before: T) => T;

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    getInitial: () => initial,
    set: (next) => {
      const after = typeof next === "function" ? (next as Update<T>)(value) : next;
      if (Object.is(after, value)) return;
      value = after;
      for (const onChange of [...listeners]) onChange();
    },
    subscribe: (onChange) => {
      // Wrapped: the same function may subscribe twice, and each stops by itself.
      const listener = () => onChange();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

type Readable<T> = Pick<Store<T>, "get" | "getInitial" | "subscribe">;

export function useStore<T>(store: Readable<T>): T;
/** With `select` the component follows a part of the value: return a primitive, or an object that the value holds. */
export function useStore<T, Part>(store: Readable<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: Readable<T>, select?: (value: T) => Part): T | Part {
  const read = (value: T) => (select ? select(value) : value);
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => read(store.getInitial()),
  );
}

/**
 * A value that the browser keeps, such as whether there is a network: read anew at each of the events. `initial` is what
 * the page written at build shows.
 */
export function createBrowserStore<T>(read: () => T, initial: T, target: () => EventTarget, events: readonly string[]) {
  return {
    get: read,
    getInitial: () => initial,
    subscribe: (onChange: () => void) => {
      const source = target();
      for (const event of events) source.addEventListener(event, onChange);
      return () => {
        for (const event of events) source.removeEventListener(event, onChange);
      };
    },
  } satisfies Readable<T>;
}
