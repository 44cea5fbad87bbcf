import type { AboutName } from "@caramelo/contract/texts/about";
import { openAbout } from "./people/about.ts";
import { openDeck } from "./people/deck.ts";
import { matureWomen, men, youngWomen } from "./people/names.ts";
import { takeInTurn } from "./people/take-in-turn.ts";
import { drawTowns } from "./people/towns.ts";
import { makeAlbum } from "./portraits/album.ts";
import type { Portrait } from "./portraits/portrait.ts";
import { openRandom, type Random } from "./random.ts";

type Role = "baby" | "daddy" | "mommy";

type Standing = "active" | "managed" | "suspended" | "deactivated";

/** A made-up person. Times are minutes before the moment of seeding. */
export type Person = Record<AboutName, string> & {
  /** Each address is one member, so it also shows whether the member was added already. */
  email: string;
  role: Role;
  name: string;
  age: number;
  cityId: number;
  joinedAgo: number;
  /** Undefined when the member was never active after joining. */
  activeAgo: number | undefined;
  standing: Standing;
  isVerified: boolean;
  isWildcardCity: boolean;
  /**
   * When premium (payers) or the highlight (babies) ends, in minutes from now; below zero it has ended. Undefined:
   * never bought.
   */
  paidTimeEndsIn: number | undefined;
  tokens: number;
  album: Portrait[];
};

export const DEMO_PEOPLE = 300;
/** The two accounts to sign in with are the first two members; the members they write with come next. */
export const BABY_EMAIL = "marina@caramelo.invalid";
export const DADDY_EMAIL = "ricardo@caramelo.invalid";

// Everybody who tries the product sees these two first, so they were chosen among many.
const AGES_OF_ACCOUNTS = [27, 48];
const ALBUMS_OF_ACCOUNTS = ["marina/2892", "ricardo/3385"];

const HOUR = 60;
const DAY = 24 * HOUR;
// How many of every sixty people have each role: 170, 95 and 35 of the three hundred demo members.
const SHARES: readonly [Role, number][] = [
  ["baby", 34],
  ["daddy", 19],
  ["mommy", 7],
];

/** Makes the first `count` demo members, the same ones every time. Their times are relative to now. */
export function makePeople(count: number = DEMO_PEOPLE): Person[] {
  const random = openRandom("people");
  const roles = takeInTurn(spreadRoles(), DEMO_PEOPLE);
  const names = openNames(random);
  const writeAbout = openAbout(openRandom("about"));
  const towns = drawTowns(openRandom("towns"), DEMO_PEOPLE);
  const counts: Record<Role, number> = { baby: 0, daddy: 0, mommy: 0 };
  const people = roles.map((role, at) => {
    counts[role] += 1;
    const own = openRandom(`person/${at}`);
    const age = AGES_OF_ACCOUNTS[at] ?? drawAge(own, role, counts[role]);
    const person: Person = {
      email: `demo-${String(at + 1).padStart(3, "0")}@caramelo.invalid`,
      role,
      name: names(role, age),
      age,
      cityId: towns[at] ?? 3_550_308,
      ...writeAbout({ role, age }),
      ...drawTimes(own, at),
      ...drawStatus(own, role, counts[role]),
      tokens: 0,
      album: makeAlbum(ALBUMS_OF_ACCOUNTS[at] ?? `album/${at}`, { role, age }, at < 2 ? 4 : drawCount(own)),
    };
    return { ...person, ...changesFor(at) };
  });
  return people.slice(0, count);
}

/** The chosen properties of the first members, which replace the drawn ones. */
function changesFor(at: number): Partial<Person> {
  const account = {
    cityId: 3_550_308,
    standing: "active" as const,
    isVerified: true,
    isWildcardCity: false,
    paidTimeEndsIn: undefined,
  };
  if (at === 0) {
    const [bio, lookingFor] = [
      "Arquiteta, apaixonada por vinho, exposições e jantares demorados. Gosto de conversa boa, de gente que cumpre o que combina e de fins de semana na serra.",
      "Uma companhia gentil e presente, com quem eu possa conhecer lugares novos. Sem pressa e com discrição.",
    ];
    return { ...account, email: BABY_EMAIL, name: "Marina", bio, lookingFor, joinedAgo: 214 * DAY, activeAgo: 3 };
  }
  if (at === 1) {
    const [bio, lookingFor] = [
      "Engenheiro, trinta anos de obra e um gosto tardio por cozinhar. Viajo bastante, leio mais ainda e prefiro uma mesa pequena a uma festa grande.",
      "Uma mulher de conversa boa, com planos próprios, para jantares, teatro e viagens sem roteiro. O que combinar, eu cumpro.",
    ];
    return {
      ...account,
      email: DADDY_EMAIL,
      name: "Ricardo",
      bio,
      lookingFor,
      joinedAgo: 402 * DAY,
      activeAgo: 50,
      // He wrote for free until his premium ended, and bought tokens afterwards.
      paidTimeEndsIn: -12 * HOUR,
      tokens: 100,
    };
  }
  if (at >= FIRST_MEMBERS) return {};
  // The daddies who wrote with Marina had premium then, and all of the first members are active.
  const joinedAgo = (60 + at * 9) * DAY;
  return { standing: "active", joinedAgo, paidTimeEndsIn: PREMIUM_OF_CORRESPONDENTS[at] };
}

/** The number of members that are added first: the two accounts and the members they know. */
export const FIRST_MEMBERS = 28;

/**
 * The daddies who wrote with Marina were premium at that time; for half of them it has ended since. Paying members come
 * first in every list, so there are only a few of them.
 */
const PREMIUM_OF_CORRESPONDENTS: Record<number, number> = {
  5: 25 * DAY,
  7: 27 * DAY,
  10: -20 * HOUR,
  14: -3 * DAY,
  17: 37 * DAY,
  20: -8 * DAY,
};

/** The roles of sixty people, evenly mixed: a baby first, a daddy second. */
function spreadRoles(): Role[] {
  const placed = SHARES.flatMap(([role, share]) =>
    Array.from({ length: share }, (_, at) => ({ role, position: (at + 0.5) / share })),
  );
  return placed.sort((a, b) => a.position - b.position).map(({ role }) => role);
}

function openNames(random: Random): (role: Role, age: number) => string {
  const decks = {
    young: openDeck(random, youngWomen),
    mature: openDeck(random, matureWomen),
    men: openDeck(random, men),
  };
  return (role, age) => {
    if (role === "daddy") return decks.men();
    return age < 38 ? decks.young() : decks.mature();
  };
}

function drawAge(random: Random, role: Role, nth: number): number {
  const middle = (min: number, max: number) =>
    Math.floor(min + ((random.next() + random.next()) / 2) * (max - min + 1));
  if (role === "baby") return nth % 40 === 39 ? random.whole(36, 41) : middle(19, 34);
  if (role === "daddy") return nth === 30 ? 71 : middle(35, 65);
  return middle(32, 60);
}

function drawCount(random: Random): number {
  return random.pick([2, 2, 3, 3, 3, 4, 5]);
}

function drawTimes(random: Random, at: number) {
  const joinedAgo = at % 23 === 7 ? random.whole(HOUR, 44 * HOUR) : random.whole(3 * DAY, 730 * DAY);
  const activity = random.next();
  if (activity < 0.14) return { joinedAgo, activeAgo: random.whole(0, 4) };
  if (activity < 0.4) return { joinedAgo, activeAgo: random.whole(12, 300) };
  if (activity < 0.92) return { joinedAgo, activeAgo: Math.min(joinedAgo, random.whole(DAY, 40 * DAY)) };
  return { joinedAgo, activeAgo: undefined };
}

// The staff verifies by hand, so most members are not verified.
const VERIFIED = 0.14;

function drawStatus(random: Random, role: Role, nth: number) {
  const standing = standingOf(role, nth);
  const isClaimed = standing !== "managed";
  return {
    standing,
    isVerified: isClaimed && random.hasLuck(VERIFIED),
    isWildcardCity: nth % 17 === 6,
    paidTimeEndsIn: isClaimed && random.hasLuck(role === "baby" ? 0.03 : 0.04) ? random.whole(2, 85) * DAY : undefined,
  };
}

function standingOf(role: Role, nth: number): Standing {
  if (nth % 21 === 18) return "managed";
  if (role === "baby" && nth === 50) return "suspended";
  if (role === "daddy" && nth === 57) return "deactivated";
  return "active";
}
