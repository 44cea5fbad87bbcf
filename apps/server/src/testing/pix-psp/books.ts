import { randomBytes } from "node:crypto";
import type { Cob, CobRequest, Devolucao, DevolucaoRequest, Pix } from "../../platform/payments/pix/pix-schemas.ts";

/** The outcome of a requested return: it is done, stays in process, or cannot be done. */
export type ReturnFate = "done" | "in process" | "not done";

export type Books = ReturnType<typeof openBooks>;

const instant = (date: Date) => date.toISOString();
const letters = (length: number) => randomBytes(length).toString("hex").slice(0, length);
/** An id of the instant payment system: a letter, the bank's number, the time and eleven random characters. */
const systemId = (kind: "E" | "D") =>
  `${kind}12345678${instant(new Date()).replace(/\D/g, "").slice(0, 12)}${letters(11)}`;

/** The records of a PSP: its charges, the Pix that were paid to them, and the addresses for webhooks. */
export function openBooks() {
  const cobs = new Map<string, Cob>();
  const paidPix = new Map<string, Pix>();
  const webhooks = new Map<string, string>();

  return {
    webhooks,
    paid: paidPix,
    /** Returns a charge with its Pix; undefined when there is none. */
    findCob(txid: string): Cob | undefined {
      const cob = cobs.get(txid);
      const pix = [...paidPix.values()].filter((paidPix) => paidPix.txid === txid);
      return cob && { ...cob, pix };
    },
    listOpen: () => [...cobs.values()].filter(({ status }) => status === "ATIVA").map(({ txid }) => txid),
    addCob(txid: string, { calendario, valor, chave }: CobRequest): Cob {
      const knownCob = cobs.get(txid);
      const criacao = knownCob?.calendario.criacao ?? instant(new Date());
      const location = `https://pix.psp.example/qr/v2/${letters(32)}`;
      const loc = { id: cobs.size + 1, txid, location, tipoCob: "cob", criacao };
      const revisao = knownCob ? Number(knownCob.revisao) + 1 : 0;
      const status = "ATIVA" as const;
      const cob = { calendario: { criacao, ...calendario }, txid, revisao, loc, location, status, valor, chave };
      cobs.set(txid, { ...cob, pix: [] });
      return { ...cob, pix: [] };
    },
    changeCob(txid: string, change: Partial<Cob>): void {
      const cob = cobs.get(txid);
      if (!cob) throw new Error("the PSP has no such charge");
      cobs.set(txid, { ...cob, ...change });
    },
    addPix(txid: string, valor: string, chave: string): Pix {
      const times = { horario: instant(new Date()) };
      const componentesValor = { original: { valor } };
      const pix = { endToEndId: systemId("E"), txid, valor, componentesValor, chave, ...times, devolucoes: [] };
      paidPix.set(pix.endToEndId, pix);
      return pix;
    },
    addReturn(
      pix: Pix,
      id: string,
      facts: DevolucaoRequest & { natureza: string; status: Devolucao["status"] },
    ): Devolucao {
      const horario = { solicitacao: instant(new Date()) };
      const devolucao = { id, rtrId: systemId("D"), ...facts, horario };
      paidPix.set(pix.endToEndId, { ...pix, devolucoes: [...pix.devolucoes, devolucao] });
      return devolucao;
    },
    endReturn(endToEndId: string, id: string, status: Devolucao["status"]): void {
      const pix = paidPix.get(endToEndId);
      if (!pix) throw new Error("the PSP has no such Pix");
      const devolucoes = pix.devolucoes.map((devolucao) =>
        devolucao.id === id ? { ...devolucao, status } : devolucao,
      );
      paidPix.set(endToEndId, { ...pix, devolucoes });
    },
  };
}
