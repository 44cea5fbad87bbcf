import type * as z from "zod";
import { toCentavos } from "../../platform/payments/pix/pix-rules.ts";
import {
  Chave,
  Cob,
  CobRequest,
  Devolucao,
  DevolucaoRequest,
  EndToEndId,
  Pix,
  Txid,
  WebhookRequest,
} from "../../platform/payments/pix/pix-schemas.ts";
import type { Books, ReturnFate } from "./books.ts";

export type Answer = { status: number; body?: unknown };

export type PspState = { books: Books; chave: string; fate: ReturnFate; refusesKnownTxid: boolean };

type Operation = {
  name: string;
  /** The path of the operation below the address of the API. */
  path: RegExp;
  /** The schemas of the parts of the path. */
  parts: z.ZodType[];
  body?: z.ZodType;
  answers?: z.ZodType;
  run(state: PspState, parts: string[], body: unknown): Answer;
};

const PROBLEMS = "https://pix.bcb.gov.br/api/v2/error";

export function problem(status: number, type: string, field?: string): Answer {
  const violacoes = field === undefined ? {} : { violacoes: [{ razao: `Recusado: ${field}`, propriedade: field }] };
  return { status, body: { type: `${PROBLEMS}/${type}`, title: type, status, detail: type, ...violacoes } };
}

const ok = (body: unknown): Answer => ({ status: 200, body });

// In `run`, the casts hold because the schemas next to it have checked the path and the body.
export const operations: Operation[] = [
  {
    name: "PUT /cob/{txid}",
    path: /^\/cob\/([^/]+)$/,
    parts: [Txid],
    body: CobRequest,
    answers: Cob,
    run({ books, chave, refusesKnownTxid }, [txid = ""], body) {
      const chargeRequest = body as CobRequest;
      const knownCob = books.findCob(txid);
      if (chargeRequest.chave !== chave) return problem(400, "CobOperacaoInvalida", "cob.chave");
      if (knownCob && (refusesKnownTxid || knownCob.status !== "ATIVA"))
        return problem(400, "CobOperacaoInvalida", "cob.txid");
      const { pix: _, ...cob } = books.addCob(txid, chargeRequest);
      return { status: 201, body: cob };
    },
  },
  {
    name: "GET /cob/{txid}",
    path: /^\/cob\/([^/]+)$/,
    parts: [Txid],
    answers: Cob,
    run({ books }, [txid = ""]) {
      const cob = books.findCob(txid);
      return cob ? ok(cob) : problem(404, "CobNaoEncontrado");
    },
  },
  {
    name: "GET /pix/{e2eid}",
    path: /^\/pix\/([^/]+)$/,
    parts: [EndToEndId],
    answers: Pix,
    run({ books }, [endToEndId = ""]) {
      const pix = books.paid.get(endToEndId);
      return pix ? ok(pix) : problem(404, "PixNaoEncontrado");
    },
  },
  {
    name: "PUT /pix/{e2eid}/devolucao/{id}",
    path: /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/,
    parts: [EndToEndId, Devolucao.shape.id],
    body: DevolucaoRequest,
    answers: Devolucao,
    run: ({ books, fate }, [endToEndId = "", id = ""], body) =>
      takeBack({ books, fate }, { endToEndId, id }, body as DevolucaoRequest),
  },
  {
    name: "GET /pix/{e2eid}/devolucao/{id}",
    path: /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/,
    parts: [EndToEndId, Devolucao.shape.id],
    answers: Devolucao,
    run({ books }, [endToEndId = "", id = ""]) {
      const devolucao = books.paid.get(endToEndId)?.devolucoes.find((devolucao) => devolucao.id === id);
      return devolucao ? ok(devolucao) : problem(404, "PixDevolucaoNaoEncontrada");
    },
  },
  {
    name: "PUT /webhook/{chave}",
    path: /^\/webhook\/([^/]+)$/,
    parts: [Chave],
    body: WebhookRequest,
    run({ books, chave }, [key = ""], body) {
      if (key !== chave) return problem(400, "WebhookOperacaoInvalida", "chave");
      books.webhooks.set(key, (body as WebhookRequest).webhookUrl);
      return { status: 200 };
    },
  },
];

type DevolucaoId = { endToEndId: string; id: string };

/** A return begins in process; a later request reads its outcome. */
function takeBack(
  { books, fate }: Pick<PspState, "books" | "fate">,
  { endToEndId, id }: DevolucaoId,
  { valor }: DevolucaoRequest,
): Answer {
  const pix = books.paid.get(endToEndId);
  if (!pix) return problem(404, "PixNaoEncontrado");
  if (pix.devolucoes.some((devolucao) => devolucao.id === id)) return problem(400, "PixDevolucaoInvalida", "id");
  const away = pix.devolucoes.filter(({ status }) => status !== "NAO_REALIZADO");
  const sum = away.reduce((total, devolucao) => total + toCentavos(devolucao.valor), toCentavos(valor));
  if (sum > toCentavos(pix.valor)) return problem(400, "PixDevolucaoInvalida", "devolucao.valor");
  const devolucao = books.addReturn(pix, id, { valor, natureza: "ORIGINAL", status: "EM_PROCESSAMENTO" });
  if (fate !== "in process") books.endReturn(endToEndId, id, fate === "done" ? "DEVOLVIDO" : "NAO_REALIZADO");
  return { status: 201, body: devolucao };
}
