import { momentText } from "@caramelo/contract/formats/moments";
import { aboutTexts } from "@caramelo/contract/texts/about";
import { Box } from "~/ui/basics/box.tsx";
import { cx } from "~/ui/basics/cx.ts";
import type { CaseDetail } from "../queries.ts";
import { markWord, personName, photoStateWords } from "./rules.ts";

type Props = {
  detail: CaseDetail;
  /** The photo that "Retirar foto" would remove. */
  chosen: string | undefined;
  onChoose: (photoId: string) => void;
};

/** The evidence of the case, as it was when the reports were made. */
export function Evidence({ detail, chosen, onChoose }: Props) {
  const { photos, profile, messages } = detail.evidence;
  if (photos.length === 0 && !profile && messages.length === 0) {
    return (
      <Box title="Provas">
        <p className="text-14 text-muted">O prazo de seis meses acabou, e as provas foram apagadas.</p>
      </Box>
    );
  }
  return (
    <>
      {photos.length > 0 && <Photos detail={detail} chosen={chosen} onChoose={onChoose} />}
      {profile && (
        <Box title="Perfil na hora da denúncia">
          <p className="text-14">
            <strong className="font-semibold">{profile.name}</strong>
            {profile.age !== null && <span>{`, ${profile.age}`}</span>}
            {profile.city !== null && <span>{`, ${profile.city}`}</span>}
          </p>
          {aboutTexts.map(({ name }, at) => (
            <p key={name} className={cx("mt-2 text-14 wrap-anywhere whitespace-pre-wrap", at > 0 && "text-muted")}>
              {profile[name]}
            </p>
          ))}
        </Box>
      )}
      {messages.length > 0 && <Messages detail={detail} />}
    </>
  );
}

function Photos({ detail, chosen, onChoose }: Props) {
  const reportedIds = new Set(detail.reports.map(({ photoId }) => photoId));
  return (
    <Box title="Fotos">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {detail.evidence.photos.map((photo, index) => (
          <li key={photo.photoId} className="grid content-start gap-1">
            <button
              type="button"
              aria-pressed={photo.photoId === chosen}
              aria-label={`Escolher a foto ${index + 1}`}
              onClick={() => onChoose(photo.photoId)}
              className={cx(
                "press relative block aspect-3/4 overflow-hidden rounded-control bg-tint",
                photo.photoId === chosen && "outline-3 outline-offset-2 outline-primary",
              )}
            >
              <img
                src={photo.medium}
                alt={`Foto ${index + 1} de ${personName(detail.reported)}`}
                loading="lazy"
                className="absolute inset-0 size-full object-cover"
              />
            </button>
            <p className="text-13 text-muted">
              <span>{photoStateWords[photo.state]}</span>
              {reportedIds.has(photo.photoId) && <span className="font-semibold text-danger"> · denunciada</span>}
            </p>
            <a
              href={photo.large}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center text-13 font-semibold text-primary underline underline-offset-3"
            >
              Ampliar<span className="sr-only"> a foto {index + 1}</span>
            </a>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function Messages({ detail }: { detail: CaseDetail }) {
  const { reported: reportedMember, reports, evidence } = detail;
  const names = new Map([
    [reportedMember.id, personName(reportedMember)],
    ...reports.map(({ reporter }): [string, string] => [reporter.id, personName(reporter)]),
  ]);
  return (
    <Box title="Mensagens">
      {/* A scrolling list must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling part takes the focus for the arrow keys */}
      <ol tabIndex={0} aria-label="Mensagens guardadas" className="grid max-h-112 gap-2 overflow-y-auto text-14">
        {evidence.messages.map(({ id, senderId, text, at, isReported: isNamed }) => {
          const isReported = senderId === reportedMember.id;
          return (
            <li
              key={id}
              className={cx(
                "max-w-[85%] rounded-card px-3.5 py-2.5",
                isReported ? "bg-danger-soft" : "justify-self-end bg-tint",
              )}
            >
              <p className="text-13 font-semibold">
                <span>{names.get(senderId) ?? "Outro membro"}</span>
                <time dateTime={at} className="font-normal text-muted">
                  {" "}
                  {momentText(at)}
                </time>
                {isNamed && <span className="text-danger"> · {markWord(detail)}</span>}
              </p>
              <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
            </li>
          );
        })}
      </ol>
    </Box>
  );
}
