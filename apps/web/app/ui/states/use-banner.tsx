import { STAFF_BANNER_MS } from "@caramelo/contract/limits";
import { type ReactNode, useState } from "react";
import { useTimer } from "~/platform/use-timer.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Content = { tone: "success" | "error"; text: string };

/** The result of an action, above the screen: a success for three seconds, an error until the next action. */
export function useBanner(): { banner: ReactNode; show: (content: Content) => void; clear: () => void } {
  const [content, setContent] = useState<Content>();
  const timer = useTimer();

  function show(next: Content) {
    clearTimeout(timer.current);
    setContent(next);
    if (next.tone === "success") timer.current = setTimeout(() => setContent(undefined), STAFF_BANNER_MS);
  }
  const banner = content && (
    <Alert
      tone={content.tone}
      className="sticky top-16 z-3 short:top-0 short:max-h-[calc(50dvh-var(--tabs))] short:overflow-y-auto"
    >
      {content.text}
    </Alert>
  );
  return { banner, show, clear: () => setContent(undefined) };
}
