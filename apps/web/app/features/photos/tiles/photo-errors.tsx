import { useEffect, useRef } from "react";
import { Alert } from "~/ui/states/alert.tsx";

/** The errors of the photos. They scroll into view. */
export function PhotoErrors({ texts }: { texts: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (texts.length > 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [texts]);
  if (texts.length === 0) return null;
  return (
    <div ref={box} className="scroll-mt-20 scroll-mb-28">
      <Alert tone="error">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Alert>
    </div>
  );
}
