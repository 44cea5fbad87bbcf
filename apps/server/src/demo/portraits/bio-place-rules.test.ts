import { expect, test } from "vitest";
import { makePeople } from "../people.ts";
import { findBioPlaces } from "./bio-place-rules.ts";

test.each([
  ["Moro perto do mar e toco violão.", ["beach", "guitar"]],
  ["Toco violão perto do mar.", ["guitar", "beach"]],
  ["Toco violão e canto no coral.", ["music"]],
  ["Cozinho aos domingos, leio livros usados.", ["kitchen", "books"]],
  ["Tenho uma vira-lata chamada Pipoca.", ["park"]],
  ["Sou da MARINHA na reserva", ["beach"]],
])("the places of %j are %j, in the order of the text", (bio, places) => {
  expect(findBioPlaces(bio)).toEqual(places);
});

test.each([
  ["a word within another word", "Sou marinheira de escritório? Não: marketeira."],
  ["a word that stands for itself alone", "Marcante e barulhento."],
  ["a word that only begins like another one", "Domingos livres, com juízo, artesão da palavra."],
  ["no word at all", ""],
])("%s leads to no place", (_, bio) => {
  expect(findBioPlaces(bio)).toEqual([]);
});

// Bios of demo members, and the places that a reader would expect: those that are named, and none that a word only seems
// to name.
const EXPECTED: Record<string, string[]> = {
  "Toco saxofone, para desespero do prédio. Advogado de dia, aluno de harmonia à noite.": ["music", "city", "books"],
  "Detesto drama e adoro novela, veja só. Toco violoncelo numa orquestra jovem e dou aulas em casa. Tenho uma vira-lata chamada Pipoca que decide tudo em casa.":
    ["music", "park"],
  "Juiz aposentado, hoje aluno de piano. Não dispenso tango nem caminhadas longas. Sei consertar quase tudo, menos celular.":
    ["books", "music", "trail"],
  "Canto no coral do bairro, segunda voz. Não dispenso arranjos de flores nem bordado. Produtora de cinema entre um edital e outro.":
    ["music", "garden", "city"],
  "Engenheiro de som, ouvido treinado e bom de silêncio. Entre as coisas boas da vida: corrida de rua, museus e uísque com uma pedra só. Sou reservado no começo e bom de papo depois.":
    ["gallery"],
  "Sou caseira com crises de vontade de viajar. Curso Serviço Social e escuto histórias o dia inteiro. Toco violão mal e com alegria.":
    ["guitar"],
  "Trabalho com eventos; minha agenda muda toda semana. Se for para escolher: música ao vivo, estrada com música ou jogos de tabuleiro. Sou tranquila e não gosto de joguinhos.":
    ["guitar", "trail"],
  "Sou cantora de bar duas noites por semana; no resto, trabalho em banco. Entre as coisas boas da vida: canoa havaiana, rede na varanda e sebo empoeirado. Meu prato de conforto é arroz, feijão e ovo.":
    ["music", "city", "beach", "books", "kitchen"],
  "Gerente de projetos numa multinacional, em home office. Gosto de caminhadas longas, mergulho e boa mesa. Sou seguro do que quero e flexível no caminho.":
    ["trail", "beach"],
  "Sou ilustradora e pinto bichos que não existem. Não dispenso feira no domingo cedo nem livros usados. Prefiro ligar a escrever textos longos.":
    ["gallery", "books"],
  "Engenheiro naval, vinte anos de estaleiro e um barco que nunca fica pronto. Sou generoso com quem é sincera.": [
    "beach",
  ],
  "Engenheira química e dona de um nariz exigente para perfumes. Se for para escolher: tênis, doce de leite ou vinho rosé.\n\nFalo com as plantas, e elas melhoram.":
    ["kitchen", "garden"],
  "Faço Engenharia Civil, no turno da noite, e trabalho de dia. Fim de semana bom tem dança de salão e pôr do sol de estrada. Sou tímida por dez minutos e tagarela depois.":
    ["city", "trail"],
  "Prefiro ouvir a história inteira. Construtor de casas, aprendi com meu pai e ensino meu sobrinho.\n\nMinha sogra antiga ainda me convida para o Natal.":
    [],
  "Sou de poucas fotos e muitas histórias. Sou auditora em início de carreira e caçadora de centavos perdidos. Tenho três sobrinhos e um estoque de histórias de dormir.":
    [],
  "Falo espanhol com sotaque de todos os vizinhos. Meus prazeres são simples: feira de antiguidades, vela no fim de semana, cinema italiano. Incorporador, com mais projetos na mesa do que prédios na rua.":
    ["beach", "city"],
  "Trabalho em recursos humanos e leio as pessoas sem querer. Não finjo que gosto de futebol, mas assisto de companhia.":
    [],
  "Geólogo, leio pedras e, com esforço, pessoas. Meu luxo é o tempo, e gosto de dividi-lo.": ["trail"],
  "Faço Design Gráfico e reparo em letra torta até em cardápio. Sou pontual, e isso diz muito sobre mim.": ["gallery"],
  "Sou do abraço apertado. Dou aulas de inglês e estou juntando para um intercâmbio.\n\nChorei no fim de um desenho animado semana passada.":
    [],
  "Sou curioso como aos vinte, com mais juízo. Fundei uma empresa de software e aprendi a delegar. Ainda leio jornal de papel aos domingos.":
    ["city"],
  "Curso Arquitetura e passo mais tempo desenhando do que dormindo. Não dispenso samba de mesa nem livros usados. Trato todo mundo pelo nome.":
    ["gallery", "guitar", "books"],
  "Ando sempre com um livro e um guarda-chuva. Sou professora de ioga e acordo antes do sol. Minha letra é bonita e minha memória, nem tanto.":
    ["books", "garden"],
  "Já fiz o Caminho de Santiago, com bolhas e tudo. Nas folgas, samba de raiz e xadrez. Dono de um hotel pequeno na serra, com doze quartos e uma lareira.":
    ["trail", "guitar"],
};

const bios = new Set(makePeople().map(({ bio }) => bio));

test.each(Object.entries(EXPECTED))("the places of a demo member who writes %j are %j", (bio, places) => {
  expect(bios).toContain(bio);
  expect(findBioPlaces(bio)).toEqual(places);
});
