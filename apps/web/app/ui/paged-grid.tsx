import { memberMessages } from "@caramelo/contract/errors";
import type { ReactNode } from "react";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { useNearEnd } from "~/ui/use-near-end.ts";

const COLUMNS_MAX = 5;

/** What a list that comes page by page is up to; an infinite query has all of it. */
type Paging = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type Props = {
  paging: Paging;
  /** What a screen reader hears when more arrive. */
  status: string;
  failedText: string;
  children: ReactNode;
};

/** Profile cards, more of them whenever the end comes near. */
export function PagedGrid({ paging, status, failedText, children }: Props) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = paging;
  return (
    <>
      <div className="grid gap-3 min-[340px]:grid-cols-2 md:grid-cols-3 md:gap-4 xl:grid-cols-5">
        {children}
        {hasNextPage && !isFetchNextPageError && <MoreOnTheWay />}
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
      {isFetchNextPageError && (
        <div className="mt-4">
          <ListFailed text={failedText} onRetry={fetchNextPage} />
        </div>
      )}
      <NearEnd isWanted={hasNextPage && !isFetching && !isFetchNextPageError} onNear={fetchNextPage} />
    </>
  );
}

function NearEnd({ isWanted, onNear }: { isWanted: boolean; onNear: () => void }) {
  return <div ref={useNearEnd(isWanted, onNear)} aria-hidden className="h-px" />;
}

/** Stands there before anybody comes so far, so that what lies below is not seen to jump. */
function MoreOnTheWay() {
  return Array.from({ length: COLUMNS_MAX }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells these apart but their place
    <Skeleton key={place} className="aspect-3/4 rounded-card!" />
  ));
}

/** What stands there instead of a list that did not come. */
export function ListFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  if (!navigator.onLine) {
    const retry = <Button onClick={onRetry}>Tentar Novamente</Button>;
    return <Face kind="offline" title="Sem conexão" text={memberMessages.offline} action={retry} />;
  }
  return (
    <Alert
      tone="error"
      className="mx-auto max-w-xl"
      action={
        <div className="mt-2">
          <Button variant="danger" onClick={onRetry}>
            Tentar Novamente
          </Button>
        </div>
      }
    >
      {text}
    </Alert>
  );
}
