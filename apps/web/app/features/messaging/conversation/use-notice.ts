import { useState } from "react";
import { useMember } from "~/platform/session.ts";
import { dismissNotice, isNoticeDismissed } from "./dismissed-notices.ts";

/** For each pair, the safety notice is shown until the first message or until the member dismisses it. */
export function useNotice(peerId: string, isFirst: boolean) {
  const { id } = useMember();
  const [isDismissed, setIsDismissed] = useState(() => isNoticeDismissed(id, peerId));
  const dismiss = () => {
    dismissNotice(id, peerId);
    setIsDismissed(true);
  };
  return { isShown: isFirst && !isDismissed, dismiss };
}
