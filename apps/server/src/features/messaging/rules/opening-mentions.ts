import { openingCourses, openingJobs, openingTopics } from "@caramelo/contract/texts/openings";
import { foldWord, isNegative, type Sentence, type Word } from "./sentences.ts";

export type Topic = (typeof openingTopics)[number];

const topicByWord = new Map(openingTopics.flatMap((topic) => topic.words.map((word) => [word, topic] as const)));
// Longer names come first, so that "Design Gráfico" is not read as "Design".
const longestFirst = (names: readonly string[]) =>
  names.map((name) => ({ name, words: name.split(" ").map(foldWord) })).sort((a, b) => b.words.length - a.words.length);
const courses = longestFirst(openingCourses);
const jobs = longestFirst(openingJobs);

/** The name whose words begin at `from`, with no sign between them. */
const findName = (names: ReturnType<typeof longestFirst>, words: readonly Word[], from: number) =>
  names.find((name) =>
    name.words.every((part, at) => words[from + at]?.word === part && (at === 0 || !words[from + at]?.gap)),
  );

/** The topics that words speak of, in their order. */
export const listTopics = (words: readonly string[]): Topic[] =>
  words.flatMap((word, at) => (isSeafood(words, at) ? [] : (topicByWord.get(word) ?? [])));

/** "frutos do mar" are food. */
const isSeafood = (words: readonly string[], at: number) => words[at] === "mar" && words[at - 2] === "frutos";

/**
 * The topics of a sentence; none where it asks or denies something, because it is then unclear which topic is meant.
 * "sem" denies only what follows it: "champanhe sem motivo".
 */
export function readTopics({ words, isQuestion }: Sentence): Topic[] {
  const without = words.findIndex(({ word }) => word === "sem");
  const namedWords = without === -1 ? words : words.slice(0, without);
  if (isQuestion || namedWords.some(isNegative)) return [];
  return listTopics(namedWords.map(({ word }) => word));
}

/** Returns the studies that the writer of a sentence names: "Estudo Direito", "Faço faculdade de Moda". */
export function readStudies({ words, isQuestion }: Sentence): string[] {
  if (isQuestion || words.some(isNegative)) return [];
  return words.flatMap(({ word, raw }, at) => {
    if (word !== "estudo" && word !== "curso" && word !== "faco") return [];
    const degree = ["faculdade", "mestrado", "graduacao", "doutorado"].includes(words[at + 1]?.word ?? "") ? 2 : 0;
    const first = words[at + 1 + degree];
    const course = first?.gap ? undefined : findName(courses, words, at + 1 + degree);
    // "faço direito" means "I do it properly", so the name of a course has a capital letter after this verb.
    const isNamed = word !== "faco" || /^\p{Lu}/u.test(first?.raw ?? "") || raw === raw.toUpperCase();
    return course && isNamed ? [course.name] : [];
  });
}

/** The job that the writer of a sentence names as their own: "Sou enfermeira", or "Médico, com agenda cheia". */
export function readJobs({ words, isQuestion, isOfWriter }: Sentence): string[] {
  if (isQuestion || words.some(isNegative)) return [];
  return words.flatMap((_, at) => {
    const job = findName(jobs, words, at);
    const next = words[at + (job?.words.length ?? 0)];
    if (!job || next?.word.startsWith("aposentad")) return [];
    const isOwn = words[at - 1]?.word === "sou" || (isOfWriter && at === 0 && next?.gap !== false);
    return isOwn ? [job.name] : [];
  });
}
