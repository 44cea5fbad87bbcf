import { openingCourses, openingJobs, openingTexts, openingTopics } from "@caramelo/contract/texts/openings";
import { describe, expect, test } from "vitest";
import { listScams } from "../../../../../../bench/fixtures/messages/read-messages.ts";
import { fc, runs } from "../../../../../../testing/properties.ts";
import { findWarnings } from "./find-warnings.ts";
import { readLikes } from "./opening-likes.ts";
import { listTopics, readJobs, readStudies, readTopics } from "./opening-mentions.ts";
import { listOpenings, type OpeningFacts, openSeries } from "./openings.ts";
import { foldWord, readSentences } from "./sentences.ts";

type Changes = {
  me?: Partial<OpeningFacts["me"]>;
  peer?: Partial<OpeningFacts["peer"]>;
  isMutual?: boolean;
  hour?: number;
};

const SANTOS = { cityId: 3_548_500, cityName: "Santos" };

function factsWith({ me, peer, isMutual = false, hour = 20 }: Changes = {}): OpeningFacts {
  return {
    me: { id: "bruno", gender: "Masculino", texts: [], cityId: 1, hidesCity: false, ...me },
    peer: { id: "helena", gender: "Feminino", texts: [], name: "Helena", hidesCity: false, ...SANTOS, ...peer },
    isMutual,
    hour,
  };
}

const textsWith = (changes: Changes = {}) => listOpenings(factsWith(changes)).map(({ text }) => text);
const about = (...texts: string[]) => textsWith({ peer: { texts } });
const likesOf = (text: string) =>
  readSentences(text)
    .flatMap(readLikes)
    .map(({ key }) => key);
const topicsOf = (text: string) =>
  readSentences(text)
    .flatMap(readTopics)
    .map(({ key }) => key);
/** Openings that quote or name something of the texts of the other one. */
const personal = (texts: string[]) =>
  listOpenings(factsWith({ peer: { texts } })).filter(({ key }) => /^(?:comum|gosto|estudo|trabalho|tema):/.test(key));

describe("a like that a text states", () => {
  test.each([
    ["Amo trilhas!", ["trilha"]],
    ["Eu adoro praia fora de temporada, samba e cinema.", ["praia"]],
    ["Gosto muito de café coado pela manhã", ["cafe"]],
    ["Gosto do mar e curto música ao vivo", ["mar", "musica"]],
    ["Sou apaixonada por bons vinhos.", ["vinho"]],
    ["Não dispenso teatro nem bossa nova.", ["teatro"]],
    ["Não vivo sem chocolate", ["doce"]],
    ["Confesso um fraco por sorvete de pistache e outro por livros.", ["doce"]],
    ["Sou fã de samba", ["samba"]],
    ["Detesto drama e adoro novela, veja só.", ["serie"]],
    ["AMO VIAJAR", ["viagem"]],
    ["amo dançar\nforró", ["danca"]],
    ["Adoro uma boa cervejaria. Gosto de champanhe", ["cerveja", "vinho"]],
  ])("%s", (text, topics) => {
    expect(likesOf(text)).toEqual(topics);
  });

  test.each([
    "Não gosto de praia.",
    "Nunca curti, não amo e jamais adoro festa",
    "Não finjo que gosto de futebol",
    "Adoro praia, só que não",
    "Você acha que eu amo trilhas?",
    "redescobrindo o gosto de viajar",
    "cabelo curto e pavio curto",
    "amo o Pedro na praia",
    "gosto de frutos do mar",
    "adoro",
    "gosto de",
    "gosto de, praia",
    "Procuro alguém gentil, apaixonado por vinho",
    "O João tem um fraco por vinho",
    "Tenho um labrador, louco por praia",
    "Cabelo liso, curto na praia",
  ])("nothing of “%s”", (text) => {
    expect(likesOf(text)).toEqual([]);
  });
});

describe("a thing that a text mentions", () => {
  test("is a topic, once its sentence neither asks nor denies", () => {
    expect(topicsOf("Fim de semana bom tem trilha e café.")).toEqual(["trilha", "cafe"]);
    expect(topicsOf("Nunca vou à praia. Sem cinema! Troquei o cigarro pela bicicleta. Ex-jogador de vôlei.")).toEqual(
      [],
    );
    expect(topicsOf("Praia? Não, obrigada.")).toEqual([]);
    expect(topicsOf("PRAIA E TEATRO")).toEqual(["praia", "teatro"]);
    expect(topicsOf("Almoço de quinta-feira")).toEqual([]);
    expect(topicsOf("Frutos do mar no domingo.")).toEqual([]);
    expect(topicsOf("Manhã de pilates, noite de cerveja, férias no mar.")).toEqual(["pilates", "cerveja", "mar"]);
    expect(topicsOf("Meu cachorro morreu este ano. Tenho saudade do mar. De luto, sem viagens.")).toEqual([]);
    expect(topicsOf("Champanhe sem motivo. Festa sem praia.")).toEqual(["vinho"]);
    expect(topicsOf("Vida corrida. Maratona de séries. Sou japonesa.")).toEqual(["serie"]);
  });

  test("is a course that they say to study, by its whole name", () => {
    const studiesOf = (text: string) => readSentences(text).flatMap(readStudies);
    expect(studiesOf("Estudo Direito e estagio no centro.")).toEqual(["Direito"]);
    expect(studiesOf("curso design gráfico")).toEqual(["Design Gráfico"]);
    expect(studiesOf("Faço faculdade de Moda")).toEqual(["Moda"]);
    expect(studiesOf("Tudo o que faço direito me alegra. Não estudo Direito. Estudo muito.")).toEqual([]);
  });

  test("is a job that they name as their own", () => {
    const jobsOf = (text: string) => readSentences(text).flatMap(readJobs);
    expect(jobsOf("Sou enfermeira em plantões")).toEqual(["enfermeira"]);
    expect(jobsOf("Médico, com agenda cheia")).toEqual(["médico"]);
    expect(jobsOf("Professor universitário, leitor sem cura.")).toEqual([]);
    expect(jobsOf("Professor universitário, leitor. Sou professor universitário")).toEqual(
      Array.from({ length: 2 }, () => "professor universitário"),
    );
    expect(jobsOf("Corretora de imóveis, em Santos. Sou dentista. Cirurgião-dentista")).toEqual([
      "corretora de imóveis",
      "dentista",
      "cirurgião-dentista",
    ]);
    expect(jobsOf("Engenheiro aposentado. Minha mãe é professora. Não sou dentista. Professora de ioga")).toEqual([]);
  });
});

describe("[K4.30] openings", () => {
  test("read like the words of a kind person about what the other one wrote", () => {
    const [first] = about("Amo trilhas.");
    expect(first).toMatch(/^(?:Vi|Li|Adorei saber) que você gosta de trilhas: /);
    expect(about("Amo trilhas.").some((text) => text.endsWith("gosta de trilhas: qual foi a mais bonita?"))).toBe(true);
    expect(about("Estudo Direito.").some((text) => text.includes("você estuda Direito"))).toBe(true);
    expect(about("Sou enfermeira.").some((text) => text.includes("é enfermeira"))).toBe(true);
    expect(about("Fim de semana bom tem vinho.").some((text) => /vinhos/.test(text))).toBe(true);
  });

  test("never describe the reader as the person whom the reader looks for", () => {
    expect(about("Médico, em Santos.", "").join("\n")).toMatch(/é médico/);
    expect(about("", "Médica, em Santos.").join("\n")).not.toMatch(/médica/);
    expect(about("", "Sou médica e gosto de vinho.").join("\n")).toMatch(/é médica/);
    expect(about("", "Gente boa, um fraco por viagens.").join("\n")).not.toMatch(/gosta de viagens/);
    expect(about("", "Tenho um fraco por viagens.").join("\n")).toMatch(/gosta de viagens/);
  });

  test("begin with what both write about", () => {
    const [first] = textsWith({ me: { texts: ["Nas folgas, teatro."] }, peer: { texts: ["Vinho e teatro."] } });
    expect(first).toMatch(/^Nós dois falamos de teatro no perfil: |^Gostei da coincidência: teatro /);
  });

  test("are about different things where they are offered together", () => {
    for (const texts of [["Amo trilhas."], ["Amo trilhas. Adoro trilha."], ["Vinho, teatro e café."], []]) {
      const keys = listOpenings(factsWith({ peer: { texts } }))
        .slice(0, 3)
        .map(({ key }) => key);
      const things = keys.filter((key) => !key.startsWith("geral")).map((key) => key.slice(0, key.lastIndexOf(":")));
      expect(new Set(things).size).toBe(things.length);
      expect(keys).toHaveLength(3);
    }
  });

  test("suit the genders, the hour and the city", () => {
    const women = { me: { gender: "Feminino", texts: ["Teatro."] }, peer: { texts: ["Teatro."] } } as const;
    expect(textsWith(women).join("\n")).not.toMatch(/Nós dois|curioso\b/);
    const men = { me: { gender: "Masculino" }, peer: { gender: "Masculino" } } as const;
    expect(textsWith(men).join("\n")).not.toMatch(/curiosa\b|animada|orgulhosa/);
    for (const [hour, greeting] of [
      [4, "Boa noite"],
      [5, "Bom dia"],
      [11, "Bom dia"],
      [12, "Boa tarde"],
      [17, "Boa tarde"],
      [18, "Boa noite"],
    ] as const)
      expect(
        textsWith({ hour })
          .filter((text) => /^Bo[am] /.test(text))
          .map((text) => text.split(",")[0]),
      ).toEqual([greeting]);
    expect(textsWith({ peer: { cityId: 2, cityName: "Rio de Janeiro" } }).join("\n")).toContain("no Rio de Janeiro");
    expect(textsWith().join("\n")).toContain("em Santos");
    expect(textsWith({ me: { cityId: SANTOS.cityId } }).join("\n")).toMatch(/mesma cidade|Mesma cidade|daqui|por aqui/);
  });

  test("speak of the match where both keep the other one as a favourite", () => {
    const isOfMatch = ({ key }: { key: string }) => key.startsWith("match:");
    expect(
      listOpenings(factsWith({ isMutual: true }))
        .slice(0, 3)
        .filter(isOfMatch),
    ).toHaveLength(1);
    expect(listOpenings(factsWith()).filter(isOfMatch)).toEqual([]);
  });

  test("name no city that one of the two hides", () => {
    for (const changes of [
      { peer: { hidesCity: true } },
      { me: { hidesCity: true } },
      { me: { hidesCity: true, cityId: SANTOS.cityId } },
    ])
      expect(listOpenings(factsWith(changes)).some(({ key, text }) => /cidade/.test(key) || /Santos/.test(text))).toBe(
        false,
      );
  });

  test("greet by a usual first name, and leave out any other", () => {
    const greetings = (name: string) => textsWith({ peer: { name } }).flatMap((text) => /^Oi[^!]*!/.exec(text) ?? []);
    expect(new Set(greetings("Helena Souza"))).toEqual(new Set(["Oi, Helena!"]));
    expect(new Set(greetings("Ana-Clara"))).toEqual(new Set(["Oi, Ana-Clara!"]));
    for (const name of [
      "Maria Cristina",
      "José Augusto",
      "Maria  Helena Prado",
      "Luís Otávio",
      "João Vítor",
      "Maria José",
    ])
      expect(new Set(greetings(name))).toEqual(new Set([`Oi, ${name.split(/\s+/).slice(0, 2).join(" ")}!`]));
    for (const name of [
      "Maria da Penha",
      "Ana Souza",
      "Maria",
      "José e Ana",
      "João CARLOS",
      "Ana clara",
      "Helena Paula",
    ])
      expect(new Set(greetings(name))).toEqual(new Set([`Oi, ${name.split(" ")[0]}!`]));
    for (const name of [
      "HELENA",
      "xX_gata_Xx",
      "11 98765-4321",
      "@helena",
      "<b>",
      "",
      "🙂",
      "w.site.com",
      "Gostosa",
      "Ana-Puta",
    ])
      expect(new Set(greetings(name))).toEqual(new Set(["Oi!"]));
  });

  test("are another choice of the same profile for two writers, and the same for one", () => {
    const texts = ["Amo trilhas, café e vinho. Sou enfermeira. Teatro e cinema."];
    const choices = Array.from({ length: 20 }, (_, at) =>
      listOpenings(factsWith({ me: { id: `escritor ${at}` }, peer: { texts } }))
        .slice(0, 3)
        .map(({ text }) => text)
        .join("\n"),
    );
    expect(new Set(choices).size).toBeGreaterThanOrEqual(19);
    expect(about(...texts)).toEqual(about(...texts));
  });

  test("keep the key of a greeting by the hour through the day", () => {
    const hourKeys = (hour: number) =>
      listOpenings(factsWith({ hour })).flatMap(({ key }) => (key.startsWith("hora") ? key : []));
    expect(hourKeys(9)).toEqual(hourKeys(21));
  });

  test("are general ones where the texts give nothing", () => {
    for (const texts of [[], ["", ""], ["oi", "🙂🙂🙂"], ["Não gosto de nada."], ["<script>alert(1)</script>"]]) {
      expect(personal(texts)).toEqual([]);
      expect(about(...texts).length).toBeGreaterThanOrEqual(12);
    }
  });
});

/** Ugly words, and words of letters at random, because no list of the former can be finished. */
const UGLY =
  "sexo anal suruba puta vadia escrava novinha pau buceta tesão nudes pix mesada dinheiro drogas maconha apanhar cuspir " +
  "pés calcinha nazista preta gorda macacos bolsonaro lula deus morte estupro zap insta chifre corno mijar sugar amante";
const LETTERS = "abcdefghilmnoprstuvxzãéíóç";

/** 1,000 phrases about things that no catalogue names, in all ways in which profiles name what openings speak of. */
function listUgly(): { phrase: string; ugly: string }[] {
  const series = openSeries("T86");
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(series() * items.length)] as Item;
  const word = () =>
    series() < 0.6
      ? pick(UGLY.split(" "))
      : Array.from({ length: 4 + series() * 6 }, () => pick([...LETTERS])).join("");
  const forms = [
    ...["Amo X", "Sou X", "Estudo X", "Gosto de X", "adoro X", "curto muito X.", "Sou fã de X!", "SOU LOUCA POR X"],
    ...["Não vivo sem X", "Não dispenso X", "Tenho um fraco por X", "um fraco por X", "Apaixonado por X", "X, e só"],
    ...[
      "Faço faculdade de X",
      "curso X",
      "X.",
      "Sou apaixonada pela X",
      "Trabalho com X",
      "Moro em X",
      "Amo o X, X e X",
    ],
  ];
  return Array.from({ length: 1_000 }, (_, at) => {
    const ugly = Array.from({ length: 1 + (at % 4) }, word).join(pick([" ", " ", " de ", " na ", " com "]));
    return { phrase: (forms[at % forms.length] ?? "").replaceAll("X", ugly), ugly };
  });
}

describe("[T86] an opening quotes only what is on a list", () => {
  test("and none of 1,000 ugly phrases: with each, the openings are those of an empty profile", () => {
    const general = about().join();
    const quoted = listUgly().filter(({ phrase }) => about(phrase, phrase).join() !== general);
    expect(quoted).toEqual([]);
  });

  test("and only the listed word where a phrase has both", () => {
    for (const { ugly } of listUgly().slice(0, 100)) {
      const openings = about(`Amo vinho ${ugly}. Sou enfermeira ${ugly}`, `Estudo Moda ${ugly}`).join("\n");
      expect(openings).toMatch(
        /gosta de vinhos[\s\S]*(?:enfermeira|estuda Moda)|(?:enfermeira|estuda Moda)[\s\S]*gosta de vinhos/,
      );
      expect(openings.toLowerCase()).not.toContain(ugly.toLowerCase());
    }
  });

  test("and greets nobody by a word that is no first name", () => {
    for (const word of UGLY.split(" ")) {
      const name = word.charAt(0).toUpperCase() + word.slice(1);
      expect(textsWith({ peer: { name } })).toEqual(textsWith({ peer: { name: "" } }));
    }
  });
});

describe("[K4.31] an opening is never made of a text that the shield warns of", () => {
  test.each([
    "Amo trilhas. Me chama no zap 11 98765-4321",
    "Adoro café. Mais fotos em t.me/helena",
    "Gosto de cinema. Faz um pix pra mim",
    "Amo praia, mais fotos em www.meusite.com",
    "Adoro vinho: helena arroba gmail ponto com",
  ])("%s", (text) => {
    expect(findWarnings(text)).not.toEqual([]);
    expect(personal([text])).toEqual([]);
    // The other text of the same profile is left out as well, because the two may be read as one.
    expect(personal([text, "Sou enfermeira e amo teatro."])).toEqual([]);
  });

  test("nor of two texts that are only together what it warns of", () => {
    const [first, second] = ["Amo trilhas. 11 98765", "4321 é o meu numero"];
    expect([findWarnings(first), findWarnings(second)]).toEqual([[], []]);
    expect(findWarnings(`${first}\n${second}`)).not.toEqual([]);
    expect(personal([first, second])).toEqual([]);
  });

  test("nor of any fraud that we know, whatever text surrounds it", () => {
    for (const { text } of listScams("tuned")) {
      if (findWarnings(text).length === 0) continue;
      expect(personal([`Amo trilhas. ${text}`])).toEqual([]);
    }
  });

  test("whatever the texts are: no warning, nothing of a link, a number or a sign, and at most 150 characters", () => {
    const word = fc.constantFrom(
      ...[
        "amo",
        "adoro",
        "gosto",
        "de",
        "do",
        "não",
        "sou",
        "apaixonada",
        "por",
        "fraco",
        "um",
        "pix",
        "zap",
        "11",
        "98765",
      ],
      ...[
        "4321",
        "www",
        ".",
        ",",
        "!",
        "?",
        "com",
        "@",
        "trilhas",
        "café",
        "homens",
        "<b>",
        "🙂",
        "\n",
        "Pedro",
        "CAFÉ",
        "ação",
      ],
      ...[
        "estudo",
        "Direito",
        "dinheiro",
        "praia",
        "sem",
        "só",
        "que",
        "minha",
        "mãe",
        "{tema}",
        "{oi}",
        "$&",
        "a\u0301",
      ],
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 2 }), fc.array(text, { maxLength: 2 }), text, (mine, theirs, name) => {
        const openings = listOpenings(factsWith({ me: { texts: mine }, peer: { texts: theirs, name } }));
        expect(new Set(openings.map(({ key }) => key)).size).toBe(openings.length);
        expect(openings.length).toBeGreaterThanOrEqual(12);
        for (const { text: opening } of openings) {
          expect(findWarnings(opening)).toEqual([]);
          expect(opening).toMatch(/^\p{Lu}[\p{L} ,.:!?'’-]+[?.]$/u);
          expect(opening.length).toBeLessThanOrEqual(150);
        }
      }),
      runs(1_000),
    );
  });
});

describe("the catalogue of openings", () => {
  test("has plain words, each of one topic, and every gap is filled", () => {
    const words = openingTopics.flatMap((topic) => topic.words.map((word) => ({ word, topic })));
    for (const { word, topic } of words) {
      expect(foldWord(word)).toBe(word);
      expect(listTopics([word])).toEqual([topic]);
    }
    expect(new Set(openingTopics.map(({ key }) => key)).size).toBe(openingTopics.length);
    for (const { questions } of openingTopics) {
      expect(questions.length).toBeGreaterThanOrEqual(2);
      for (const question of questions) expect(question).toMatch(/^\p{Ll}.*\?$/u);
    }
    expect(new Set(openingJobs).size).toBe(openingJobs.length);
    expect(new Set(openingCourses).size).toBe(openingCourses.length);
  });

  test("has nothing that the shield warns of", () => {
    const { hours, ...kinds } = openingTexts;
    const texts = [...Object.values(kinds), ...Object.values(hours)].flat();
    for (const text of texts) expect(findWarnings(text.replace(/\{\w+\}/g, "Helena"))).toEqual([]);
    for (const { name, questions } of openingTopics)
      for (const question of questions)
        expect(findWarnings(`Você falou de ${name} no perfil: ${question}`)).toEqual([]);
  });
});
