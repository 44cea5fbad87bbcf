import { useSyncExternalStore } from "react";

/** A value outside React that all code may read and change, and that components follow with `useStore`. */
export type Store<T> = {
  get: () => T;
  /** The initial value, used by prerendered HTML. */
  getInitial: () => T;
  /**
   * Sets the next value, given directly or as a function of the current one. Setting an equal value notifies no
   * subscriber.
   */
  set: (next: T | ((before: T) => T)) => void;
  /** Calls `onChange` on each change. Returns a function that unsubscribes. */
  subscribe: (onChange: () => void) => () => void;
};

// `set` would call a function value; none of our stores holds one.
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
      // Wrapped, so that the same function may subscribe twice and each subscription ends separately.
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
/**
 * With `select` the component follows only a part of the value. `select` must return a primitive, or an object held by
 * the value.
 */
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
 * A value held by the browser, such as the network state, read again on each of the events. `initial`: for prerendered
 * HTML.
 */
export function createBrowserStore<T>(
  readValue: () => T,
  initial: T,
  target: () => EventTarget,
  events: readonly string[],
) {
  return {
    get: readValue,
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
