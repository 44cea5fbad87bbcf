import { useQuery } from "@tanstack/react-query";
import { useMember } from "~/platform/session.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { type Order, offersQuery } from "./queries.ts";
import { answerText, reviewWords } from "./rules.ts";

/** Shows the state of a withdrawal that awaits the staff's decision. */
export function ReviewAlert({ review }: { review: NonNullable<Order["review"]> }) {
  const now = useMoment();
  const { title, tone } = reviewWords[review.state];
  return (
    <Alert tone={tone} title={title} className="mt-3">
      {review.reason === null
        ? `${answerText(review.answerBy, now)} Até lá nada muda no que você comprou.`
        : `Resposta da equipe: ${review.reason}`}
    </Alert>
  );
}

/**
 * Until when this member cannot buy tokens, because the staff is deciding one of their withdrawals. Null when they can
 * buy, before the answer arrives, and for babies, who buy none.
 */
export function useTokensHold(): string | null {
  const { role } = useMember();
  const { data } = useQuery({ ...offersQuery, enabled: role !== "baby" });
  return data?.reviewUntil ?? null;
}

/** Says why tokens are not sold to the member now. */
export function TokensHoldAlert({ until }: { until: string }) {
  const now = useMoment();
  return (
    <Alert
      tone="info"
      title={reviewWords.waiting.title}
      action={
        <ButtonLink to="/compras" size="small" variant="outline" className="mt-2 w-fit">
          Minhas compras
        </ButtonLink>
      }
    >
      Você pediu para desfazer uma compra. {answerText(until, now)} Até lá, a compra de fichas fica em pausa.
    </Alert>
  );
}
