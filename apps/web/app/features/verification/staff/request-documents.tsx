import { momentText } from "@caramelo/contract/formats/moments";
import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Spinner } from "~/ui/states/spinner.tsx";
import type { DocumentKind } from "../rules.ts";
import { useObjectUrl } from "../use-object-url.ts";
import { DocumentView } from "./document-view.tsx";
import { documentQuery, type StaffRequest } from "./queries.ts";
import { type Look, PLAIN_LOOK } from "./rules.ts";

const TITLES: Record<DocumentKind, string> = { front: "Frente", back: "Verso", selfie: "Selfie" };
export const PICTURES = VERIFICATION_DOCUMENTS.length + 1;

type Props = {
  request: StaffRequest;
  looks: readonly Look[];
  onLook: (index: number, look: Look) => void;
  chosen: number;
  onChoose: (index: number) => void;
};

export function RequestDocuments({ request, looks, onLook, chosen, onChoose }: Props) {
  const { email } = useMember();
  const [openedAt] = useState(() => momentText(new Date().toISOString()));
  const viewer = `${email} ${openedAt}`;
  const [photo] = request.profile.photos;
  const viewProps = (index: number) => ({
    number: index + 1,
    look: looks[index] ?? PLAIN_LOOK,
    onLook: (look: Look) => onLook(index, look),
    isChosen: chosen === index,
    onChoose: () => onChoose(index),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
      {VERIFICATION_DOCUMENTS.map((kind, index) => (
        <Document key={kind} request={request} kind={kind} viewer={viewer} {...viewProps(index)} />
      ))}
      <DocumentView {...viewProps(PICTURES - 1)} title="Foto do perfil" src={photo?.large}>
        Sem foto no perfil
      </DocumentView>
    </div>
  );
}

type DocumentProps = Omit<Parameters<typeof DocumentView>[0], "title" | "src"> & {
  request: StaffRequest;
  kind: DocumentKind;
};

function Document({ request, kind, ...view }: DocumentProps) {
  const { id, hasDocuments } = request;
  const { data, error, isFetching, refetch } = useQuery({ ...documentQuery(id, kind), enabled: hasDocuments });
  const src = useObjectUrl(data);
  return (
    <DocumentView {...view} title={TITLES[kind]} src={src}>
      {!hasDocuments && <span>As fotos deste pedido já foram apagadas.</span>}
      {hasDocuments && isFetching && <Spinner className="size-7 text-primary" />}
      {hasDocuments && !isFetching && error && (
        <>
          <p>{messageOf(error)}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            Abrir
          </Button>
        </>
      )}
    </DocumentView>
  );
}
