import { useDeferredValue, useEffect, useState } from "react";
import { cx } from "~/ui/cx.ts";
import type { PasswordVerdict } from "./judge-password.ts";
import { strengthName } from "./sign-up-rules.ts";

const TONES = ["bg-danger", "bg-danger", "bg-warn", "bg-ok", "bg-ok"];

/** How strong the password is, in bars and words. Advice only: it refuses nothing. */
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
        Força da senha: <b className="font-semibold text-ink">{strengthName(score)}</b>
        {score < 3 && advice && `. ${advice}`}
      </p>
    </div>
  );
}

/** The judge arrives with the first typed character: it is the heaviest part of the page, and only a hint. */
function useVerdict(password: string, own: string[]): PasswordVerdict | undefined {
  const [verdict, setVerdict] = useState<PasswordVerdict>();
  const words = own.join("\n");
  useEffect(() => {
    if (!password) return;
    let isCurrent = true;
    import("./judge-password.ts").then(
      ({ judgePassword }) => isCurrent && setVerdict(judgePassword(password, words.split("\n").filter(Boolean))),
      // Without the judge there is no hint, and nothing else is missing.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [password, words]);
  return verdict;
}
