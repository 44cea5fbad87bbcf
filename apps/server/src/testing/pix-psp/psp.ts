import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toCentavos, toValor } from "../../platform/payments/pix/pix-rules.ts";
import type { Devolucao, Pix } from "../../platform/payments/pix/pix-schemas.ts";
import { closeAtEnd } from "../close-at-end.ts";
import { openBooks, type ReturnFate } from "./books.ts";
import { makeAuthority } from "./certificates.ts";
import { openJudge } from "./judge.ts";
import type { PspState } from "./operations.ts";
import { type Fault, openPspServer } from "./server.ts";
import { traceExchange } from "./trace.ts";

/** Delivers a webhook to the product and returns the status. */
type Deliver = (path: string, body: string) => Promise<number>;

/** A PSP on this machine that speaks API Pix over mutual TLS, checks the requests, and misbehaves on command. */
export async function openPsp() {
  const authority = makeAuthority("Caramelo test authority");
  const folder = mkdtempSync(join(tmpdir(), "caramelo-psp-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const client = authority.issue("client");
  const [clientId, clientSecret] = ["client-of-tests", randomBytes(16).toString("hex")];
  const state: PspState = { books: openBooks(), chave: "pix@caramelo.invalid", fate: "done", refusesKnownTxid: false };
  const judge = openJudge(state, { id: clientId, secret: clientSecret });
  const server = await openPspServer({ judge, authority });
  const close = async () => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  await closeAtEnd(close);

  let deliver: Deliver = async () => 0;

  async function notify(...list: Pix[]): Promise<number> {
    const webhookUrl = state.books.webhooks.get(state.chave);
    if (webhookUrl === undefined) return 0;
    const body = { pix: list.map(({ endToEndId }) => state.books.paid.get(endToEndId)) };
    const path = `${new URL(webhookUrl).pathname}/pix`;
    const status = await deliver(path, JSON.stringify(body));
    const headers = { "content-type": "application/json" };
    const facts = { operation: "POST {webhookUrl}/pix", method: "POST", path, request: { headers, body } };
    traceExchange({ ...facts, response: { status, headers: {}, body: undefined } });
    return status;
  }

  const connection = {
    url: server.url,
    tokenUrl: server.tokenUrl,
    clientId,
    clientSecret,
    certificate: write("client.pem", client.certificate),
    privateKey: write("client.key", client.privateKey),
    authorities: write("ca.pem", authority.certificate),
  };
  return {
    connection,
    /** The settings of a product that is connected to this PSP. */
    settings: {
      PIX_URL: connection.url,
      PIX_TOKEN_URL: connection.tokenUrl,
      PIX_CLIENT_ID: clientId,
      PIX_CLIENT_SECRET: clientSecret,
      PIX_CERTIFICATE: connection.certificate,
      PIX_PRIVATE_KEY: connection.privateKey,
      PIX_KEY: state.chave,
      PIX_CA: connection.authorities,
    },
    authority,
    write,
    /** Everything that broke API Pix: requests of the product, and answers of this PSP. */
    violations: judge.violations,
    /** The requested operations, in order. */
    asked: server.asked,
    books: state.books,
    /** Makes all tokens invalid, so that everybody needs a new one. */
    forgetTokens: judge.forgetTokens,
    /** Sets whether the PSP refuses a second charge of one txid, as some do, or replaces the charge. */
    refuseKnownTxid: (refuses: boolean) => {
      state.refusesKnownTxid = refuses;
    },
    /** Sets the outcome of all returns that are requested from now on. */
    returns: (fate: ReturnFate) => {
      state.fate = fate;
    },
    misbehave: (fault: Fault) => {
      server.faults.push(fault);
      return { end: () => void server.faults.splice(server.faults.indexOf(fault), 1) };
    },
    /** The txids of the unpaid charges. */
    listOpen: () => state.books.listOpen(),
    /** Pays a charge, with another amount if one is given. No webhook is sent. */
    pay: (txid: string, valor?: string): Pix => {
      const cob = state.books.findCob(txid);
      if (!cob) throw new Error("the PSP has no such charge");
      const pix = state.books.addPix(txid, valor ?? cob.valor.original, cob.chave);
      state.books.changeCob(txid, { status: "CONCLUIDA" });
      return pix;
    },
    /** Ends the time to pay a charge. */
    endTime: (txid: string): void => {
      const cob = state.books.findCob(txid);
      if (!cob) throw new Error("the PSP has no such charge");
      const criacao = new Date(Date.now() - cob.calendario.expiracao * 1_000 - 1_000).toISOString();
      state.books.changeCob(txid, { calendario: { ...cob.calendario, criacao } });
    },
    /** Makes the payer's bank take a payment back (MED), or only `centavos` of it. */
    takeBack: ({ endToEndId }: Pix, natureza: string, status: Devolucao["status"], centavos?: number): Devolucao => {
      const pix = state.books.paid.get(endToEndId);
      if (!pix) throw new Error("the PSP has no such Pix");
      const valor = toValor(centavos ?? toCentavos(pix.valor));
      return state.books.addReturn(pix, randomBytes(8).toString("hex"), { valor, natureza, status });
    },
    /** Sets the function that delivers webhooks. */
    deliverBy: (way: Deliver) => {
      deliver = way;
    },
    /**
     * Sends a webhook about Pix to the address that the product registered, by the function of `deliverBy`. Returns its
     * status; 0 without an address or a function.
     */
    notify,
    close,
  };
}
