import { useState } from "react";
import { makeId } from "~/platform/make-id.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/**
 * Sends what moves money or tokens, and says so in a toast. The id of the request stays the same until the server has
 * answered, so that a request that is sent twice counts once.
 */
export function useRequestOnce<Body>(send: (body: Body & { requestId: string }) => Promise<unknown>, doneText: string) {
  const [requestId, setRequestId] = useState(makeId);
  return async (body: Body) => {
    await send({ ...body, requestId });
    setRequestId(makeId());
    showToast({ type: "success", title: doneText });
  };
}
