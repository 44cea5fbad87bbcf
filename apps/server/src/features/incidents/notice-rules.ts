import type { Brand } from "@caramelo/contract/brand/brand";
import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { dayText, momentText } from "@caramelo/contract/formats/moments";
import type { Summary } from "./rules.ts";

type Sender = Pick<Brand, "name" | "sellerLine" | "dataContact" | "supportEmail">;

const blank = (what: string) => `[PREENCHER: ${what}]`;

const listTotals = ({ totals }: Summary) =>
  totals.map(
    ({ what, people, times }) => `- ${what}: ${countWords(people, "pessoa", "pessoas")}, ${formatCount(times)}×`,
  );

const periodText = ({ period }: Summary) =>
  `de ${momentText(period.from)} a ${momentText(period.to)} (horário de São Paulo)`;

const MEASURES = [
  "- senhas guardadas só como resumo (Argon2id); sessões e links guardados só como resumo (SHA-256);",
  "- documentos de verificação criptografados, cada pedido com chave própria, destruída no fim do prazo;",
  "- registro de acessos e segredos da segunda etapa selados com chave fora do banco de dados;",
  "- segunda etapa para a equipe, permissões por função e auditoria encadeada do que a equipe abre e muda;",
  "- conexão criptografada (HTTPS), limites por conta, sessão e endereço.",
];

/** The numbers of an incident and the unknown facts, for the people who decide. */
export function writeSummary(summary: Summary, namelessActions: readonly { what: string; times: number }[]): string {
  const { affected, elderly, unreachable, people, knownAt, dueDay } = summary;
  return lines([
    `# Incidente ${periodText(summary)}`,
    "",
    `Conhecido em ${momentText(knownAt)}. Avisar a ANPD e as pessoas até **${dayText(dueDay)}** (três dias úteis, contados sem feriados).`,
    "",
    `- pessoas com algum fato no período: ${formatCount(affected)}`,
    `- destas, com 60 anos ou mais: ${formatCount(elderly)}`,
    `- destas, perfis gerenciados, sem e-mail próprio: ${formatCount(unreachable)}`,
    `- pessoas com dados no site: ${formatCount(people)}`,
    "",
    "## O que aconteceu a quantas pessoas",
    ...listTotals(summary),
    "",
    "## O que a equipe fez sem nomear uma pessoa",
    ...namelessActions.map(({ what, times }) => `- ${what}: ${formatCount(times)}×`),
    "",
    "## O que as tabelas não sabem",
    "- Quem leu o banco, os arquivos ou um backup por fora do site: se foi possível, todas as pessoas foram afetadas.",
    "- Se uma entrada veio de um aparelho novo: o site guarda só o último uso de cada aparelho conhecido.",
    "- Mudanças de senha ou e-mail anteriores à última de cada pessoa.",
    "- Sessões, links e acessos cujo prazo de guarda já acabou, e contas que não existem mais.",
    "- Conversas lidas: o site não registra quem leu o quê.",
  ]);
}

/** A draft of the notice to ANPD, with each content that Resolução CD/ANPD nº 15/2024, art. 6, § 2, asks for. */
export function writeAnpdNotice(summary: Summary, sender: Sender): string {
  const { affected, elderly, people, knownAt, dueDay } = summary;
  return lines([
    "# Comunicação de incidente de segurança à ANPD (rascunho)",
    "",
    `Lei nº 13.709/2018, art. 48, e Resolução CD/ANPD nº 15/2024, art. 6. Prazo: até ${dayText(dueDay)}; o que faltar, em até vinte dias úteis da comunicação (art. 6, § 3).`,
    "Enviar pelo formulário eletrônico da ANPD, por encarregado ou representante com prova de vínculo.",
    "",
    "## I. Natureza e categoria dos dados afetados",
    blank("quais: cadastro, autenticação, mensagens, fotos, documentos, pagamentos, vida sexual (dado sensível)"),
    ...listTotals(summary),
    "## II. Número de titulares afetados",
    `${formatCount(affected)}. Crianças e adolescentes: 0 (o site é só para maiores de 18 anos). Idosos: ${formatCount(elderly)}.`,
    "## III. Medidas técnicas e de segurança, antes e após o incidente",
    "Antes:",
    ...MEASURES,
    `Depois: ${blank("o que foi feito")}`,
    "## IV. Riscos e possíveis impactos aos titulares",
    blank("por exemplo exposição da vida íntima, discriminação, extorsão, fraude, uso da senha em outros sites"),
    "## V. Motivos da demora, se o prazo passou",
    blank("ou: não se aplica"),
    "## VI. Medidas para reverter ou mitigar os efeitos",
    blank("por exemplo sessões encerradas, novas senhas pedidas, chaves trocadas"),
    "## VII. Datas",
    `Ocorrência: ${periodText(summary)}. Conhecimento pelo controlador: ${momentText(knownAt)}.`,
    "## VIII. Encarregado ou representante",
    sender.dataContact,
    "## IX. Controlador",
    `${sender.sellerLine}. ${blank("se for o caso: declaração de agente de tratamento de pequeno porte")}`,
    "## X. Operador",
    blank("hospedagem, e-mail, pagamentos, se o incidente foi deles; ou: não se aplica"),
    "## XI. Descrição do incidente e causa raiz",
    blank("o que houve, e por quê, se já se sabe"),
    "## XII. Total de titulares nas atividades de tratamento afetadas",
    formatCount(people),
  ]);
}

/**
 * A draft of the notice to the people concerned, with each content that Resolução CD/ANPD nº 15/2024, art. 9, requires.
 */
export function writeMemberNotice(summary: Summary, sender: Sender): string {
  return lines([
    "# Aviso às pessoas (rascunho; art. 9)",
    "",
    "Enviar a cada pessoa de pessoas.csv por e-mail próprio, nunca com cópia a outras. O assunto não diz o nome do site nem do que ele trata.",
    "",
    "Assunto: Aviso importante sobre a sua conta",
    "",
    "Olá,",
    "",
    `no dia ${dayText(summary.knownAt)} soubemos de um incidente de segurança que envolveu dados da sua conta.`,
    "",
    `**O que houve:** ${blank("em palavras simples")}, ${periodText(summary)}.`,
    `**Quais dados:** ${blank("quais dados desta pessoa")}.`,
    `**Quais riscos:** ${blank("o que pode acontecer")}.`,
    `**O que já protegia os seus dados:** ${blank("o que ajuda a entender o risco, por exemplo: a senha não fica guardada em texto")}.`,
    `**O que fizemos e faremos:** ${blank("medidas")}.`,
    "**O que você pode fazer:** troque a sua senha, aqui e onde usou a mesma; desconfie de quem pedir dinheiro ou códigos; não pague chantagem e fale conosco.",
    `**Por que só agora:** ${blank("só se o prazo de três dias úteis passou; senão, apague")}.`,
    "",
    `Dúvidas: ${sender.supportEmail}. Encarregado pelos dados pessoais: ${sender.dataContact}.`,
    "",
    sender.sellerLine,
  ]);
}

const lines = (texts: readonly string[]): string => `${texts.join("\n")}\n`;
