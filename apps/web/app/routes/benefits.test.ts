import { readFileSync } from "node:fs";
import { peopleListTexts } from "@caramelo/contract/texts/people-lists";
import { describe, expect, test } from "vitest";
import { thanksWords } from "~/features/billing/checkout/thanks-rules.ts";
import { productWords } from "~/features/billing/rules.ts";
import { upgradeOffers } from "~/features/messaging/conversation/upgrade-panel.tsx";
import { highlightRows, offers, premiumRows } from "~/features/site/rules.ts";

const readProject = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8");

const files = {
  benefits: "apps/server/src/features/billing/benefits.feature.test.ts",
  visits: "apps/server/src/features/visits/visits.feature.test.ts",
  favourites: "apps/server/src/features/favorites/lists.feature.test.ts",
  sendingRules: "apps/server/src/features/messaging/rules/rules.test.ts",
  photos: "apps/server/src/features/photos/gallery.feature.test.ts",
  orders: "apps/server/src/features/billing/orders.feature.test.ts",
  sandbox: "apps/web/app/features/sandbox/payment-page.test.tsx",
  checkout: "e2e/journeys/checkout.spec.ts",
  purchases: "e2e/journeys/purchases.spec.ts",
  firstTalk: "e2e/journeys/meet-and-talk.spec.ts",
} as const;

/** The tests that show what the pages sell, each with the sentences that it proves. A name may be shortened at its end. */
const proofs: { file: keyof typeof files; name: string; sentences: string[] }[] = [
  {
    file: "benefits",
    name: "sold with premium: unlimited messages",
    sentences: [
      "Mensagens ilimitadas",
      "Enviar mensagens: com fichas / ilimitadas",
      "Mensagens ilimitadas por 1 mês, sem renovação automática",
      "Tudo do Premium",
    ],
  },
  {
    file: "benefits",
    name: "sold with premium: the profile is ahead in results",
    sentences: [
      "Mensagens ilimitadas e seu perfil em destaque.",
      "Perfil em destaque nos resultados",
      "Perfil em destaque na busca: – / sim",
    ],
  },
  {
    file: "benefits",
    name: "sold with premium: the invisible mode leaves no visit",
    sentences: ["Modo invisível", "Modo invisível: – / sim"],
  },
  {
    file: "benefits",
    name: "sold with premium: who visited and who favourited",
    sentences: [
      "Veja quem visitou seu perfil",
      "Visitas ao seu perfil: um aviso por visita / o histórico completo",
      "Quem favoritou você: um aviso por pessoa / a lista completa",
      "Quem favorita você aparece nas suas notificações. Com o Premium, a lista completa fica aqui, para você retribuir quando quiser.",
    ],
  },
  {
    file: "visits",
    name: "leaves out inactive and hidden visitors and visits of more than 12 months ago",
    sentences: [
      "Cada visita nova aparece nas suas notificações. Com o Premium, o histórico completo fica aqui: quem veio nos últimos 12 meses, e em que dia.",
    ],
  },
  {
    file: "sendingRules",
    name: "a member starts at most 20 conversations a day, 100 with premium",
    sentences: ["Novas conversas por dia: até 20 / até 100"],
  },
  { file: "photos", name: "stays whole, with two to five photos", sentences: ["Perfil com até 5 fotos: sim / sim"] },
  { file: "favourites", name: "has the latest first", sentences: ["Buscar e favoritar: sim / sim"] },
  {
    file: "firstTalk",
    name: "Ana and Bruno sign up, find each other and talk live",
    sentences: ["Receber e ler mensagens: sim / sim"],
  },
  {
    file: "benefits",
    name: "sold as tokens: 100 messages and 10 conversations",
    sentences: [
      "100 fichas para mensagens",
      "10 conversas diferentes",
      "100 mensagens e 10 conversas novas, pagamento único",
      "1 ficha por mensagem",
      "100 fichas, uma por mensagem",
    ],
  },
  {
    file: "sendingRules",
    name: "a payer's first message costs a token and a conversation, later ones a token",
    sentences: ["Conversas abertas continuam abertas"],
  },
  {
    file: "checkout",
    name: "chooses them on /premium",
    sentences: ["Sem compromisso mensal: compre quando precisar", "Sem compromisso mensal", "Sem renovação automática"],
  },
  { file: "orders", name: "is made once by two presses, and again", sentences: ["Compre de novo quando precisar"] },
  {
    file: "benefits",
    name: "sold as a highlight: ahead in results and labelled for 30 days",
    sentences: [
      "Perfil em destaque por 30 dias",
      "Destaque por 30 dias",
      "Mais visibilidade na busca",
      "Mais visibilidade",
      "Mais chances de combinar",
      "Perfil entre os primeiros da busca",
      "Lugar na busca: depois dos destaques / entre os primeiros",
      "Apareça primeiro nas buscas durante 30 dias.",
    ],
  },
  {
    file: "purchases",
    name: "is labelled in another member's search",
    sentences: ["Selo “Destaque pago” no perfil: – / sim"],
  },
  {
    file: "benefits",
    name: "sold as a highlight: first in the queue of verifications",
    sentences: ["Verificação com prioridade na fila", "Verificação: na ordem da fila / com prioridade"],
  },
  {
    file: "sendingRules",
    name: "a baby pays nothing and opens no pair",
    sentences: ["Escrever e receber mensagens: sim / sim"],
  },
  {
    file: "visits",
    name: "shows a baby, who cannot buy premium, who came",
    sentences: ["Visitas e quem favoritou você: sim / sim"],
  },
  {
    file: "purchases",
    name: "undoes it within seven days in one step",
    sentences: ["Reembolso integral em até 7 dias"],
  },
  {
    file: "sandbox",
    name: "a card form sends nothing that was typed",
    sentences: ["Seus dados de pagamento nunca são armazenados por nós"],
  },
];
const listedSentences = proofs.flatMap(({ sentences }) => sentences);

const had = { true: "sim", false: "–" };
const comparisons = [...premiumRows, ...highlightRows].map(([what, ...has]) => {
  const [without, having] = has.map((benefit) => (typeof benefit === "string" ? benefit : had[`${benefit}`]));
  return `${what}: ${without} / ${having}`;
});
const sold = [
  ...Object.values(productWords).flatMap(({ gives }) => gives),
  ...Object.values(thanksWords).flatMap(({ gives }) => gives),
  ...offers.flatMap(({ gives }) => gives),
  ...upgradeOffers.map(({ text }) => text),
  peopleListTexts.admirersOffer,
  peopleListTexts.visitsOffer,
  ...comparisons,
];

describe("the list of benefits", () => {
  test.each([...new Set(sold)])("[T47] has the sentence %s", (sentence) => {
    expect(listedSentences).toContain(sentence);
  });

  test.each(proofs)("[T47] is shown by a test that exists: $name", ({ file, name }) => {
    expect(readProject(files[file])).toContain(name);
  });
});
