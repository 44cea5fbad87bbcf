import { useDeferredValue, useEffect, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";
import type { PasswordStrengthVerdict } from "./classify-password.ts";

const strengthNames = ["Muito fraca", "Fraca", "Razoável", "Boa", "Forte"] as const;

/** The strength of a password in words. */
export const strengthName = (score: PasswordStrengthVerdict["score"]): string => strengthNames[score];

const TONES = ["bg-danger", "bg-danger", "bg-warn", "bg-ok", "bg-ok"];

/** The strength of a password, in bars and words. The strength is only advice; no password is refused for it. */
export function PasswordStrength({ password, own }: { password: string; own: string[] }) {
  const verdict = useVerdict(useDeferredValue(password), own);
  if (!password || !verdict) return null;
  const { score, advice } = verdict;
  return (
    <div role="status" className="col-span-2 mt-2 grid gap-1.5">
      <div aria-hidden className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cx("h-1 rounded-full transition-colors", bar <= Math.max(score, 1) ? TONES[score] : "bg-line")}
          />
        ))}
      </div>
      <p className="text-13 text-muted">
        <span>Força da senha: </span>
        <b className="font-semibold text-ink">{strengthName(score)}</b>
        {score < 3 && advice && <span>{`. ${advice}`}</span>}
      </p>
    </div>
  );
}

/** Loads the classifier with the first typed character: it is the largest part of the page and only gives a hint. */
function useVerdict(password: string, own: string[]): PasswordStrengthVerdict | undefined {
  const [verdict, setVerdict] = useState<PasswordStrengthVerdict>();
  const words = own.join("\n");
  useEffect(() => {
    if (!password) return;
    let isCurrent = true;
    import("./classify-password.ts").then(
      ({ classifyPassword }) => isCurrent && setVerdict(classifyPassword(password, words.split("\n").filter(Boolean))),
      // Without that code only the hint is missing.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [password, words]);
  return verdict;
}
