import { useEffect, useRef } from "react";

/** A place for a timeout, which ends with the component. */
export function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return timer;
}
