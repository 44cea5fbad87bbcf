import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { logFailure } from "~/platform/log.ts";
import { describeMissingCode } from "~/platform/missing-code.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/**
 * The code of a part failed to load. `renew` makes the next render load it again, because React.lazy loads only once.
 */
class CodeMissing extends Error {
  readonly renew: () => void;
  constructor(cause: unknown, renew: () => void) {
    super("The code of a part did not load", { cause });
    this.renew = renew;
  }
}

/** A component whose code is in a separate file. Render it inside a `LazyPart`. */
export type LazyComponent<P> = ComponentType<P> & {
  /**
   * Loads the code, so that the component's first render is immediate. Never rejects: a failure appears when the
   * component is rendered.
   */
  preload: () => Promise<void>;
};

export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let latest: ComponentType<P>;
  async function fetchCode() {
    const loadedPart = await load();
    latest = loadedPart;
    return { default: loadedPart };
  }
  function renew() {
    latest = lazy(() =>
      fetchCode().catch((cause) => {
        throw new CodeMissing(cause, renew);
      }),
    );
  }
  renew();
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each file, at module level, as with React.lazy
  function Part(props: P) {
    // Keep the component while the part is mounted, because replacing the lazy component by the loaded one would reset
    // its state.
    const [Drawn] = useState(() => latest);
    return <Drawn {...props} />;
  }
  const ignore = () => {};
  return Object.assign(Part, { preload: () => fetchCode().then(ignore, ignore) });
}

type Props = {
  children: ReactNode;
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  /** Called when the code failed to load. It must reset the state that rendered the part. */
  onFailure?: () => void;
  /** The screen consists of this part, so a failure propagates to the error state of the whole screen. */
  isScreen?: boolean;
  /** A failure shows no toast. */
  isQuiet?: boolean;
};

/**
 * Wraps parts whose code loads on first render. If loading fails, the screen stays as it is, a toast says what to do,
 * and the next render retries. Other errors propagate to the error state of the whole screen.
 */
export class LazyPart extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof CodeMissing)) return;
    error.renew();
    logFailure("loading the code of a part", error.cause);
    const { onFailure, isQuiet, isScreen } = this.props;
    if (!isQuiet && !isScreen) showToast({ type: "error", title: describeMissingCode() });
    if (!onFailure) return;
    onFailure();
    this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    const { children, fallback, isScreen } = this.props;
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (isScreen || !(error instanceof CodeMissing)) throw error;
    return fallback;
  }
}

/**
 * For a part that is not rendered initially. `isWanted` or `open` renders it in a transition, so that the screen stays
 * as it is until the code is loaded; a Suspense fallback would stay for at least 300 ms.
 */
export function useOpening(isWanted = false) {
  const [isDrawn, setIsDrawn] = useState(false);
  const open = () => startTransition(() => setIsDrawn(true));
  useEffect(() => {
    if (isWanted) startTransition(() => setIsDrawn(true));
  }, [isWanted]);
  return { isDrawn, open, reset: () => setIsDrawn(false) };
}

// One of these precedes the need for a layer, so guests who only look at the first page load nothing more.
const FIRST_USE_EVENTS = ["pointerdown", "pointermove", "keydown"];
const IDLE_AT_MOST_MS = 2_000;

/** Safari has no idle callback, so it uses a short timeout. */
const whenIdle = (work: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: IDLE_AT_MOST_MS }) : setTimeout(work, 200);

/** After this time a part loads even without any interaction. */
const UNUSED_AT_MOST_MS = 20_000;
let isInUse = false;

/** Becomes true with the first touch, key or pointer move, or after 20 seconds. Then parts may load their code. */
export function useIsInUse(): boolean {
  const [isUsed, setIsUsed] = useState(isInUse);
  useEffect(() => {
    if (isUsed) return;
    const stop = new AbortController();
    function use() {
      isInUse = true;
      // A transition, so that the pressed element renders first.
      startTransition(() => setIsUsed(true));
    }
    // Screen readers move the focus and press without key events in the page.
    for (const event of [...FIRST_USE_EVENTS, "focusin", "click"])
      addEventListener(event, use, { signal: stop.signal, passive: true });
    const timer = setTimeout(use, UNUSED_AT_MOST_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isUsed]);
  return isUsed;
}

/** Preloads the code of parts: when the browser is idle, after the first touch, key or pointer move. */
export function usePreload(...parts: readonly { preload: () => void }[]): void {
  const first = useRef(parts);
  useEffect(() => {
    const listening = new AbortController();
    function preload() {
      listening.abort();
      whenIdle(() => {
        for (const part of first.current) part.preload();
      });
    }
    for (const event of FIRST_USE_EVENTS) addEventListener(event, preload, { signal: listening.signal, passive: true });
    return () => listening.abort();
  }, []);
}
