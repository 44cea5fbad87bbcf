import { ABOUT_MAX, OFFERED_TOGETHER } from "@caramelo/contract/limits";
import type { Opening } from "@caramelo/contract/messaging/calls";
import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { openingTexts } from "@caramelo/contract/texts/openings";
import { findWarnings } from "./find-warnings.ts";
import { greetedName } from "./greeted-name.ts";
import { readLikes } from "./opening-likes.ts";
import { readJobs, readStudies, readTopics, type Topic } from "./opening-mentions.ts";
import { readSentences, type Sentence } from "./sentences.ts";

/** A number of 32 bits that is the same for the same text (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Numbers from 0 to below 1 that are the same for the same seed. */
export function openSeries(seed: string): () => number {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in the order of a series of numbers. */
function shuffle<Item>(items: readonly Item[], next: () => number): Item[] {
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

type Gender = "Feminino" | "Masculino";
/** `texts` are in the order of ABOUT_NAMES. */
type Side = { id: string; gender: Gender; texts: readonly string[]; cityId: number; hidesCity: boolean };
export type OpeningFacts = {
  /** The writer. */
  me: Side;
  /** The recipient. */
  peer: Side & { name: string; cityName: string };
  /** Both keep the other one as a favourite. */
  isMutual: boolean;
  /** The hour of the day in São Paulo, 0 to 23. */
  hour: number;
};

/** How many openings for the same person are offered in all. */
const OPENINGS_MAX = 24;

/**
 * Openings for the first message of one member to another, the best first: what both write about, what the other one
 * likes, studies, does or mentions, and among these the city, the hour and general questions. Two members get different
 * choices for the same profile. All words come from a catalogue, never from a member. Texts in which the shield finds a
 * warning are not used.
 */
export function listOpenings(facts: OpeningFacts): Opening[] {
  const series = openSeries(`${facts.me.id} ${facts.peer.id}`);
  const fill = openFill(facts);
  const personal = mixPersonal(listPersonal(facts, series), series);
  const others = mixOthers(facts, series);
  const openings: Opening[] = [];
  for (const { key, text, slots } of interleave(personal, others)) {
    if (openings.length === OPENINGS_MAX) break;
    const filledText = fill(text, slots);
    if (findWarnings(filledText).length === 0) openings.push({ key, text: filledText });
  }
  return openings;
}

type Slots = Partial<Record<"tema" | "pergunta", string>>;
type Template = { key: string; text: string; slots: Slots };
/** All openings about one thing, such as a topic. */
type Group = Template[];

function listPersonal({ me, peer }: OpeningFacts, series: () => number): Group[] {
  const [mine, theirs] = [readProfile(me.texts), readProfile(peer.texts)];
  const sharedTopics = new Set(mine.topics.map(({ key }) => key));
  const common = theirs.topics.filter(({ key }) => sharedTopics.has(key));
  const commonKeys = new Set(common.map(({ key }) => key));
  const liked = theirs.likes.filter(({ key }) => !commonKeys.has(key));
  const likedKeys = new Set(liked.map(({ key }) => key));
  const mentioned = theirs.topics.filter(({ key }) => !sharedTopics.has(key) && !likedKeys.has(key));
  return [
    ...common.map((topic) => aboutTopic("comum", openingTexts.common, topic, series)),
    ...liked.map((topic) => aboutTopic("gosto", openingTexts.likes, topic, series)),
    ...theirs.studies.map((tema) => aboutName("estudo", openingTexts.studies, tema)),
    ...theirs.jobs.map((tema) => aboutName("trabalho", openingTexts.jobs, tema)),
    ...mentioned.map((topic) => aboutTopic("tema", openingTexts.topics, topic, series)),
  ];
}

type Profile = { likes: Topic[]; topics: Topic[]; studies: string[]; jobs: string[] };

/** The facts in the texts of a profile; none where one text, or both together, would cause a warning. */
function readProfile(texts: readonly string[]): Profile {
  const own = texts.map((text) => text.slice(0, ABOUT_MAX));
  const isWarned = [...own, own.join("\n")].some((text) => findWarnings(text).length > 0);
  const sentences: Sentence[] = isWarned
    ? []
    : own.flatMap((text, at) => readSentences(text, ABOUT_NAMES[at] === "bio"));
  return {
    likes: once(sentences.flatMap(readLikes), ({ key }) => key),
    topics: once(sentences.flatMap(readTopics), ({ key }) => key),
    studies: once(sentences.flatMap(readStudies), (name) => name),
    jobs: once(sentences.flatMap(readJobs), (name) => name),
  };
}

function once<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [nameOf(item), item])).values()];
}

function aboutTopic(kind: string, leads: readonly string[], topic: Topic, series: () => number): Group {
  const order = shuffle(leads, series);
  return shuffle(topic.questions, series).map((pergunta, at) => ({
    key: `${kind}:${topic.key}:${topic.questions.indexOf(pergunta)}`,
    text: order[at % order.length] ?? "",
    slots: { tema: topic.name, pergunta },
  }));
}

const aboutName = (kind: string, leads: readonly string[], tema: string) =>
  // Browsers remember keys, so these do not repeat a member's studies or work.
  aboutWords(`${kind}:${hashText(tema).toString(36)}`, leads, { tema });

const aboutWords = (key: string, leads: readonly string[], slots: Slots): Group =>
  leads.map((text, at) => ({ key: `${key}:${at}`, text, slots }));

/** One opening of each group, then the second of each, so that openings offered together are about different things. */
function mixPersonal(groups: readonly Group[], series: () => number): Template[] {
  const mixed = groups.map((group) => shuffle(group, series));
  const rounds = Math.max(0, ...mixed.map(({ length }) => length));
  const order = [...mixed.slice(0, 1), ...shuffle(mixed.slice(1), series)];
  return Array.from({ length: rounds }, (_, round) => order.flatMap((group) => group[round] ?? [])).flat();
}

/**
 * Openings about the match, the city and the hour mixed with general ones; a city that one of the two hides is left
 * out.
 */
function mixOthers({ me, peer, isMutual, hour }: OpeningFacts, series: () => number): Template[] {
  const isSame = me.cityId === peer.cityId;
  const cityTexts = isSame ? openingTexts.sameCity : openingTexts.otherCity;
  const ofCity = me.hidesCity || peer.hidesCity ? [] : aboutWords(isSame ? "cidade" : "outra cidade", cityTexts, {});
  const ofHour = aboutWords("hora", openingTexts.hours[partOfDay(hour)], {});
  const general = shuffle(aboutWords("geral", openingTexts.general, {}), series);
  const ofMatch = isMutual ? shuffle(aboutWords("match", openingTexts.match, {}), series).slice(0, 1) : [];
  const ofPlace = shuffle([...shuffle(ofCity, series).slice(0, 2), ...shuffle(ofHour, series).slice(0, 1)], series);
  const near = [...ofMatch, ...ofPlace];
  return near
    .flatMap((template, at) => [template, ...general.slice(at * 2, at * 2 + 2)])
    .concat(general.slice(near.length * 2));
}

/** Offers three: up to two personal openings on different topics, then general ones. */
function interleave(personal: readonly Template[], others: readonly Template[]): Template[] {
  const remaining = { personal: [...personal], others: [...others] };
  const mixed: Template[] = [];
  while (remaining.personal.length + remaining.others.length > 0) {
    const [first, second] = remaining.personal;
    const isTwo = first && second && groupOf(first) !== groupOf(second);
    const offered = remaining.personal.splice(0, isTwo ? 2 : 1);
    mixed.push(...offered, ...remaining.others.splice(0, OFFERED_TOGETHER - offered.length));
  }
  return mixed;
}

const groupOf = ({ key }: Template) => key.slice(0, key.lastIndexOf(":"));

function partOfDay(hour: number): keyof typeof openingTexts.hours {
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

const GREETINGS = { morning: "Bom dia", afternoon: "Boa tarde", evening: "Boa noite" } as const;
/** Names of cities with an article. */
const WITH_ARTICLE = new Set(["Rio de Janeiro", "Guarujá", "Recife", "Crato", "Cabo de Santo Agostinho"]);

function openFill({ me, peer, hour }: OpeningFacts): (text: string, slots: Slots) => string {
  const greeted = greetedName(peer.name);
  const name = greeted === undefined ? "" : `, ${greeted}`;
  const isFeminine = (side: Side) => side.gender === "Feminino";
  const values: Record<string, string> = {
    oi: `Oi${name}!`,
    boa: `${GREETINGS[partOfDay(hour)]}${name}!`,
    o: isFeminine(me) ? "a" : "o",
    e: isFeminine(peer) ? "a" : "o",
    dois: isFeminine(me) && isFeminine(peer) ? "duas" : "dois",
    em: `${WITH_ARTICLE.has(peer.cityName) ? "no" : "em"} ${peer.cityName}`,
  };
  return (text, slots) => {
    const words: Record<string, string> = { ...values, ...slots };
    return text.replace(/\{(\w+)\}/g, (gap, name: string) => words[name] ?? gap);
  };
}
