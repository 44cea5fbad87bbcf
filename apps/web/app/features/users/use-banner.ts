import { STAFF_BANNER_MS } from "@caramelo/contract/limits";
import { useEffect, useRef, useState } from "react";

export type BannerContent = { tone: "success" | "error"; text: string };

/** What an action came to, above the screen: a success for three seconds, an error until the next action. */
export function useBanner() {
  const [banner, setBanner] = useState<BannerContent>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(content: BannerContent) {
    clearTimeout(timer.current);
    setBanner(content);
    if (content.tone === "success") timer.current = setTimeout(() => setBanner(undefined), STAFF_BANNER_MS);
  }
  return { banner, show, clear: () => setBanner(undefined) };
}
