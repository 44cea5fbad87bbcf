import { openingCourses, openingJobs, openingTopics } from "@caramelo/contract/texts/openings";
import { foldWord, isNegative, type Sentence, type Word } from "./sentences.ts";

export type Topic = (typeof openingTopics)[number];

const topicByWord = new Map(openingTopics.flatMap((topic) => topic.words.map((word) => [word, topic] as const)));
const jobByWord = new Map(openingJobs.map((job) => [foldWord(job), job]));
// Longer names come first, so that "Design Gráfico" is not read as "Design".
const courses = openingCourses
  .map((name) => ({ name, words: name.split(" ").map(foldWord) }))
  .sort((a, b) => b.words.length - a.words.length);

/** The topics that words speak of, in their order. */
export const listTopics = (words: readonly string[]): Topic[] =>
  words.flatMap((word, at) => (isSeafood(words, at) ? [] : (topicByWord.get(word) ?? [])));

/** "frutos do mar" are food. */
const isSeafood = (words: readonly string[], at: number) => words[at] === "mar" && words[at - 2] === "frutos";

/** The topics of a sentence; none where it asks or denies something, because nobody knows then which topic is meant. */
export function readTopics({ words, isQuestion }: Sentence): Topic[] {
  if (isQuestion || words.some(isNegative)) return [];
  return listTopics(words.map(({ word }) => word));
}

/** What the writer of a sentence says to study: "Estudo Direito", "Faço faculdade de Moda". */
export function readStudies({ words, isQuestion }: Sentence): string[] {
  if (isQuestion || words.some(isNegative)) return [];
  return words.flatMap(({ word, raw }, at) => {
    if (word !== "estudo" && word !== "curso" && word !== "faco") return [];
    const degree = ["faculdade", "mestrado", "graduacao", "doutorado"].includes(words[at + 1]?.word ?? "") ? 2 : 0;
    const course = courses.find((candidate) =>
      candidate.words.every((part, index) => isPart(words, at + 1 + degree + index, part)),
    );
    // "faço direito" means "I do it properly", so the name of a course has a capital letter after this verb.
    const isNamed = word !== "faco" || /^\p{Lu}/u.test(words[at + 1 + degree]?.raw ?? "") || raw === raw.toUpperCase();
    return course && isNamed ? [course.name] : [];
  });
}

const isPart = (words: readonly Word[], at: number, part: string) => words[at]?.word === part && !words[at]?.gap;

/** The job that the writer of a sentence names as their own: "Sou enfermeira", or "Médico, com agenda cheia". */
export function readJobs({ words, isQuestion, isOfWriter }: Sentence): string[] {
  if (isQuestion || words.some(isNegative)) return [];
  return words.flatMap(({ word }, at) => {
    const job = jobByWord.get(word);
    if (!job || words[at + 1]?.word.startsWith("aposentad")) return [];
    const before = words[at - 1]?.word;
    const isOwn = before === "sou" || (isOfWriter && at === 0 && words[1]?.gap !== false);
    return isOwn ? [job] : [];
  });
}
