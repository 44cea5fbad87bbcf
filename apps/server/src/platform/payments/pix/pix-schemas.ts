import * as z from "zod";

/*
 * The facts of API Pix 2.9 that the product uses. Requests have no other fields; answers may, because the API may add
 * fields at any time.
 */

export const Txid = z.string().regex(/^[a-zA-Z0-9]{26,35}$/);
export const EndToEndId = z.string().regex(/^[a-zA-Z0-9]{32}$/);
/** Reais with two decimal places. */
const Valor = z.string().regex(/^\d{1,10}\.\d{2}$/);
const Horario = z.iso.datetime({ offset: true });
/** The longest Pix key is an e-mail address. */
export const Chave = z.string().min(1).max(77);

export const CobRequest = z.strictObject({
  calendario: z.strictObject({ expiracao: z.int().positive() }),
  valor: z.strictObject({ original: Valor.refine((valor) => Number(valor) > 0) }),
  chave: Chave,
});
export type CobRequest = z.infer<typeof CobRequest>;

export const DevolucaoRequest = z.strictObject({ valor: Valor });
export type DevolucaoRequest = z.infer<typeof DevolucaoRequest>;

export const WebhookRequest = z.strictObject({ webhookUrl: z.url({ protocol: /^https$/ }) });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

export const Devolucao = z.looseObject({
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  rtrId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  valor: Valor,
  /**
   * ORIGINAL, or RETIRADA of a withdrawal of cash. A value that begins with MED means that the payer's bank asked for
   * the return.
   */
  natureza: z.string().default("ORIGINAL"),
  status: z.enum(["EM_PROCESSAMENTO", "DEVOLVIDO", "NAO_REALIZADO"]),
});
export type Devolucao = z.infer<typeof Devolucao>;

export const Pix = z.looseObject({
  endToEndId: EndToEndId,
  // A Pix that was not made for a charge may have a shorter txid.
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  valor: Valor,
  chave: Chave.optional(),
  horario: Horario,
  devolucoes: z.array(Devolucao).default([]),
});
export type Pix = z.infer<typeof Pix>;

export const Cob = z.looseObject({
  txid: Txid,
  calendario: z.looseObject({ criacao: Horario, expiracao: z.int() }),
  status: z.enum(["ATIVA", "CONCLUIDA", "REMOVIDA_PELO_USUARIO_RECEBEDOR", "REMOVIDA_PELO_PSP"]),
  valor: z.looseObject({ original: Valor }),
  chave: Chave,
  location: z.string().max(77).optional(),
  loc: z.looseObject({ location: z.string().max(77).optional() }).optional(),
  pixCopiaECola: z.string().max(512).optional(),
  pix: z.array(Pix).default([]),
});
export type Cob = z.infer<typeof Cob>;

/** The body of a webhook. Only the fields that tell which charges to read again are used. */
export const Notification = z.looseObject({
  pix: z
    .array(z.looseObject({ endToEndId: EndToEndId, txid: z.string().optional(), chave: z.string().optional() }))
    .max(1_000)
    .default([]),
});

/** An answer that describes an error (RFC 7807). */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  violacoes: z.array(z.looseObject({ propriedade: z.string().default("") })).default([]),
});

export const Token = z.looseObject({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
