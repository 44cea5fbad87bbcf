import type * as z from "zod";
import type { Log } from "../../log.ts";
import { type AccessToken, parseJson } from "./access-token.ts";
import type { HttpAnswer, Send } from "./https-client.ts";
import { Cob, type CobRequest, Devolucao, type DevolucaoRequest, Pix, Problem } from "./pix-schemas.ts";

type Call = { method: "GET" | "PUT"; path: string; body?: object };

/**
 * The requests of API Pix that the product makes. Each one throws when the PSP does not answer, or answers against the
 * API.
 */
export type PixApi = ReturnType<typeof openPixApi>;

type Options = { send: Send; token: AccessToken; url: URL; log: Pick<Log, "warn"> };

/** Opens a client of API Pix at an address such as "https://pix.example.com/api". */
export function openPixApi({ send, token, url, log }: Options) {
  const base = url.href.replace(/\/+$/, "");

  async function sendOnce({ method, path, body }: Call, bearer: string): Promise<HttpAnswer> {
    const headers = { authorization: `Bearer ${bearer}`, ...(body && { "content-type": "application/json" }) };
    return send({ method, url: new URL(base + path), headers, ...(body && { body: JSON.stringify(body) }) });
  }

  /** Sends a call. When a token has ended early, PSPs answer 401 or 403; a fresh token is then tried once. */
  async function sendCall(call: Call): Promise<HttpAnswer> {
    const bearer = await token.get();
    const answer = await sendOnce(call, bearer);
    if (answer.status !== 401 && answer.status !== 403) return answer;
    token.drop(bearer);
    return sendOnce(call, await token.get());
  }

  async function find<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T> | undefined> {
    const call: Call = { method: "GET", path };
    const answer = await sendCall(call);
    if (answer.status === 404) return undefined;
    return read(call, answer, schema);
  }

  /** Returns undefined when the PSP refuses the request itself, so that trying again would not help. */
  async function put<T extends z.ZodType>(path: string, body: object, schema: T): Promise<z.output<T> | undefined> {
    const call: Call = { method: "PUT", path, body };
    const answer = await sendCall(call);
    if (!REFUSALS.has(answer.status)) return read(call, answer, schema);
    log.warn({ call: operationOf(call), ...problemOf(answer) }, "the PSP refused a request");
    return undefined;
  }

  return {
    /** Makes a charge. Returns undefined when the PSP refuses it, as some do when the txid already has a charge. */
    putCob: (txid: string, body: CobRequest) => put(`/cob/${txid}`, body, Cob),
    findCob: (txid: string) => find(`/cob/${txid}`, Cob),
    findPix: (endToEndId: string) => find(`/pix/${endToEndId}`, Pix),
    /** Asks for a return. Returns undefined when the PSP refuses it, as it does when the id already has a return. */
    putDevolucao: (endToEndId: string, id: string, body: DevolucaoRequest) =>
      put(`/pix/${endToEndId}/devolucao/${id}`, body, Devolucao),
    findDevolucao: (endToEndId: string, id: string) => find(`/pix/${endToEndId}/devolucao/${id}`, Devolucao),
    putWebhook: async (chave: string, webhookUrl: string): Promise<void> => {
      const call: Call = { method: "PUT", path: `/webhook/${encodeURIComponent(chave)}`, body: { webhookUrl } };
      const answer = await sendCall(call);
      if (!isSuccess(answer)) throw errorOf(call, answer);
    },
  };
}

// The API's description lacks 409 and 422, but PSPs send them for a txid or an id that is already in use.
const REFUSALS = new Set([400, 409, 422]);
const isSuccess = ({ status }: HttpAnswer) => status >= 200 && status < 300;

function read<T extends z.ZodType>(call: Call, answer: HttpAnswer, schema: T): z.output<T> {
  if (!isSuccess(answer)) throw errorOf(call, answer);
  const { data, error } = schema.safeParse(parseJson(answer.body));
  if (data !== undefined) return data;
  const wrong = error?.issues.map(({ path }) => path.join(".") || "the whole").join(", ");
  throw new Error(`${operationOf(call)} answered what API Pix does not allow: ${wrong}`);
}

function errorOf(call: Call, answer: HttpAnswer): Error {
  const { status, type } = problemOf(answer);
  return new Error(`${operationOf(call)} failed (${status}${type ? ` ${type}` : ""})`);
}

/**
 * Returns the loggable parts of a refusal: the status, the type of the problem and the names of fields; never ids or
 * values.
 */
function problemOf({ status, body }: HttpAnswer) {
  const problem = Problem.safeParse(parseJson(body)).data;
  const type = problem?.type.split("/").at(-1)?.slice(0, 60);
  const fields = problem?.violacoes.map(({ propriedade }) => propriedade.slice(0, 60)).slice(0, 10);
  return { status, type, fields };
}

const operationOf = ({ method, path }: Call) => `API Pix ${method} /${path.split("/")[1]}`;
