/** The legal bases for using data, and for keeping some of it after an erasure. */
export const laws = {
  contract: "execução do contrato com você (LGPD, art. 7º, V)",
  sensitiveConsent: "sua autorização específica (LGPD, art. 11, I)",
  consent: "seu consentimento (LGPD, art. 7º, I)",
  proof: "prova de que você autorizou (LGPD, art. 8º, § 2º)",
  security: "segurança do serviço e das pessoas (LGPD, arts. 7º, IX, e 46)",
  fraud: "prevenção à fraude e segurança de quem usa (LGPD, arts. 7º, IX, e 11, II, g)",
  rights: "exercício regular de direitos (LGPD, arts. 7º, VI, e 11, II, d)",
  accessLog: "obrigação legal (Marco Civil da Internet, Lei 12.965/2014, art. 15)",
  purchases: "obrigação fiscal e de defesa do consumidor (LGPD, art. 7º, II; CTN, art. 174; CDC, art. 27)",
  minors: "proteção de crianças e adolescentes (Lei 15.211/2025)",
} as const;

export type Law = keyof typeof laws;
