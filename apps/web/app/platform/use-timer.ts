import { useEffect, useRef } from "react";

/** Holds a timeout that is cleared when the component unmounts. */
export function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return timer;
}
