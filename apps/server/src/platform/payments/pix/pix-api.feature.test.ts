import { expect, test } from "vitest";
import type { HttpAnswer, HttpRequest } from "./https-client.ts";
import { openPixApi } from "./pix-api.ts";

const TXID = "a".repeat(32);
const COB = {
  txid: TXID,
  calendario: { criacao: "2026-11-22T12:00:00.000Z", expiracao: 60 },
  revisao: 0,
  status: "ATIVA",
  valor: { original: "1.00" },
  chave: "pix@caramelo.invalid",
};
const WANTED = { calendario: { expiracao: 60 }, valor: { original: "1.00" }, chave: "pix@caramelo.invalid" };

/** The API at a PSP that gives these answers, one after the other. */
function open(...answers: { status: number; body?: unknown }[]) {
  const sentRequests: HttpRequest[] = [];
  const logged: unknown[] = [];
  let tokens = 1;
  const api = openPixApi({
    send: async (request): Promise<HttpAnswer> => {
      sentRequests.push(request);
      const { status, body } = answers[sentRequests.length - 1] ?? { status: 500 };
      return { status, body: typeof body === "string" ? body : JSON.stringify(body ?? "") };
    },
    token: {
      get: async () => `t${tokens}`,
      drop: () => {
        tokens += 1;
      },
    },
    url: new URL("https://pix.example/api/v2/"),
    log: { warn: (facts: unknown) => void logged.push(facts) },
  });
  return { api, sentRequests, logged, bearers: () => sentRequests.map(({ headers }) => headers?.authorization) };
}

test.each([401, 403])(
  "a PSP that no longer takes the token (%i) is asked again with a fresh one, once",
  async (status) => {
    const { api, bearers } = open({ status }, { status: 200, body: COB });
    expect(await api.findCob(TXID)).toMatchObject({ txid: TXID });
    expect(bearers()).toEqual(["Bearer t1", "Bearer t2"]);
    const refusingApi = open({ status }, { status });
    await expect(refusingApi.api.findCob(TXID)).rejects.toThrow(`API Pix GET /cob failed (${status})`);
    expect(refusingApi.sentRequests).toHaveLength(2);
  },
);

test("paths follow the address of the API, and what a path names is written as an address allows", async () => {
  const { api, sentRequests } = open({ status: 200, body: COB }, { status: 200, body: "" });
  await api.findCob(TXID);
  await api.putWebhook("+5511999998888", "https://caramelo.example/x");
  expect(sentRequests.map(({ url }) => url.href)).toEqual([
    `https://pix.example/api/v2/cob/${TXID}`,
    "https://pix.example/api/v2/webhook/%2B5511999998888",
  ]);
});

test("new fields of an answer are no error, and what is not there is not found", async () => {
  const { api } = open({ status: 200, body: { ...COB, novo: { campo: 1 } } }, { status: 404 });
  expect(await api.findCob(TXID)).toMatchObject({ txid: TXID, pix: [] });
  expect(await api.findCob(TXID)).toBeUndefined();
});

test.each([
  [{ ...COB, valor: { original: "1,00" }, status: "PAGA" }, "status, valor.original"],
  [{ ...COB, txid: "curto" }, "txid"],
  ["<html>", "the whole"],
  ["", "the whole"],
])("an answer that API Pix does not allow (%j) is not believed", async (body, wrong) => {
  const { api } = open({ status: 200, body });
  await expect(api.findCob(TXID)).rejects.toThrow(`API Pix GET /cob answered what API Pix does not allow: ${wrong}`);
});

test.each([302, 410, 429, 500, 503, 504])("the status %i is an error, not the absence of a charge", async (status) => {
  const { api } = open({ status });
  await expect(api.findCob(TXID)).rejects.toThrow(`failed (${status})`);
});

test.each([400, 409, 422])("a refusal (%i) is logged by its type and fields, never by values", async (status) => {
  const type = "https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida";
  const violacoes = [{ razao: "chave errada", propriedade: "cob.chave", valor: "pix@caramelo.invalid" }];
  const { api, logged } = open({ status, body: { type, title: "Inválida", status, violacoes } });
  expect(await api.putCob(TXID, WANTED)).toBeUndefined();
  expect(logged).toEqual([{ call: "API Pix PUT /cob", status, type: "CobOperacaoInvalida", fields: ["cob.chave"] }]);
});
