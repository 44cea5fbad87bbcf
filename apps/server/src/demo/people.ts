import type { Product } from "@caramelo/contract/billing/calls";
import type { AboutName } from "@caramelo/contract/texts/about";
import { openAbout } from "./people/about.ts";
import { dealFirstPoses } from "./people/deal-first-poses.ts";
import { openDeck, takeInTurn } from "./people/deck.ts";
import { namesOfMatureWomen, namesOfMen, namesOfYoungWomen } from "./people/names.ts";
import { drawTowns, isNearAccounts, SAO_PAULO } from "./people/towns.ts";
import { makeAlbum } from "./portraits/album.ts";
import type { Portrait } from "./portraits/portrait.ts";
import { openRandom, type Random } from "./random.ts";

type Role = "baby" | "daddy" | "mommy";

type Standing = "active" | "managed" | "suspended" | "deactivated";

/** A purchase that was paid, `boughtAgo` minutes before the moment of seeding. */
export type Purchase = { product: Product; boughtAgo: number };

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
  /** The purchases of the member, the earliest first. */
  purchases: Purchase[];
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
    const cityId = towns[at] ?? SAO_PAULO;
    const times = drawTimes(own, at);
    const person = {
      email: emailOf(at),
      role,
      name: names(role, age),
      age,
      cityId,
      ...writeAbout({ role, age }),
      ...times,
      ...drawStatus(own, role, { nth: counts[role], isNear: isNearAccounts(cityId) }),
      purchases: drawPurchases(own, role, times.joinedAgo),
      ...changesFor(at),
    };
    // Purchases begin only when the account belongs to its person.
    const purchases = person.standing === "managed" ? [] : person.purchases;
    const photoCount = at < ALBUMS_OF_ACCOUNTS.length ? 4 : drawCount(own);
    return { ...person, purchases, photoCount };
  });
  const firstPoses = dealFirstPoses(people);
  return people.slice(0, count).map(({ photoCount, ...person }, at) => {
    const wishes = { bio: person.bio, firstPose: firstPoses[at] };
    return { ...person, album: makeAlbum(ALBUMS_OF_ACCOUNTS[at] ?? `album/${at}`, person, photoCount, wishes) };
  });
}

/** The chosen properties of the first members, which replace the drawn ones. */
function changesFor(at: number): Partial<Person> {
  const account = {
    cityId: SAO_PAULO,
    standing: "active" as const,
    isVerified: true,
    isWildcardCity: false,
    purchases: [],
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
      purchases: [
        { product: "tokens", boughtAgo: 46 * DAY },
        { product: "tokens", boughtAgo: 12 * HOUR },
      ],
    };
  }
  if (at >= FIRST_MEMBERS) return {};
  const joinedAgo = (60 + at * 9) * DAY;
  const bio = BIOS_OF_ACQUAINTANCES[at];
  const change = {
    standing: "active" as const,
    joinedAgo,
    purchases: PURCHASES_OF_ACQUAINTANCES[at] ?? [],
    ...(bio !== undefined && { bio }),
  };
  const livesNear = PAID_PLACES.includes(at) || LATEST_ADMIRERS.includes(at);
  return livesNear ? { ...change, cityId: SAO_PAULO, isWildcardCity: false } : change;
}

/** The number of members that are added first: the two accounts and the members they know. */
export const FIRST_MEMBERS = 28;

/**
 * The purchases of the first members. The daddies who wrote with Marina had premium or tokens at that time. Paid places
 * come first in every list, so only two members of each side have one now: two daddies with premium, two babies with a
 * highlight.
 */
const PURCHASES_OF_ACQUAINTANCES: Record<number, Purchase[]> = {
  5: [{ product: "premium_monthly", boughtAgo: 5 * DAY }],
  7: [{ product: "premium_quarterly", boughtAgo: 61 * DAY }],
  10: [{ product: "tokens", boughtAgo: 20 * DAY }],
  13: [{ product: "highlight", boughtAgo: 9 * DAY }],
  14: [{ product: "tokens", boughtAgo: 31 * DAY }],
  17: [{ product: "tokens", boughtAgo: 8 * HOUR }],
  19: [{ product: "highlight", boughtAgo: 21 * DAY }],
  20: [{ product: "tokens", boughtAgo: 40 * DAY }],
};
/** The first members whose premium or highlight runs now. They live where the two accounts do. */
const PAID_PLACES = [5, 7, 13, 19];

/**
 * A baby and a daddy who favoured the other side's account last and have not written, so that each account is one heart
 * away from a match without messages. They live where the two accounts do.
 */
const LATEST_ADMIRERS = [22, 23];

/** Whether a person is the one who favoured one of the two accounts last. */
export const isLatestAdmirer = ({ email }: Pick<Person, "email">): boolean =>
  LATEST_ADMIRERS.some((at) => email === emailOf(at));

const emailOf = (at: number) => `demo-${String(at + 1).padStart(3, "0")}@caramelo.invalid`;

/** The bios of those who wrote with one of the accounts about what their bio or their pictures show. */
const BIOS_OF_ACQUAINTANCES: Record<number, string> = {
  2: "Estudo Letras à noite e trabalho de dia numa livraria. Leio em pé no ônibus e deitada no resto do tempo.",
  4: "Danço forró desde os doze anos e dou aula aberta na praça. A paciência aprendi com as crianças da escola.",
  5: "Trabalho no mercado financeiro a semana inteira e fujo para a serra quando posso. Lareira, silêncio e estrada cedo.",
  6: "Último ano de Administração, com um trabalho final que não acaba. Gosto de doce e da cidade à noite.",
  7: "Tenho uma livraria de bairro e uma filha que fotografa melhor do que eu. Leio à tarde, cozinho à noite.",
  8: "Moro com o Farofa, um vira-lata que manda no sofá. Caminhada cedo, café coado e um livro no fim do dia.",
  10: "Exporto café e provo mais do que devia. Gosto de mesa na calçada e de conversa sem relógio.",
  11: "Junto dinheiro para um ano na Itália e já sei pedir sorvete. Cozinho massa aos sábados e falo com as mãos.",
  17: "Jazz, estrada e gente pontual: quase tudo de que preciso. Engenheiro civil, com mais discos do que parede.",
  20: "Toco saxofone, para desespero do prédio. Advogado de dia, aluno de harmonia à noite.",
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
    young: openDeck(random, namesOfYoungWomen),
    mature: openDeck(random, namesOfMatureWomen),
    men: openDeck(random, namesOfMen),
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

// The staff verifies by hand, so most members are not verified. Verified members come early in every list, so more of
// them live near the two accounts. The shares fill the first page of both accounts: 24 babies, and 24 payers.
const VERIFIED = { baby: { near: 0.24, far: 0.08 }, payer: { near: 0.32, far: 0.12 } };

function drawStatus(random: Random, role: Role, { nth, isNear }: { nth: number; isNear: boolean }) {
  const standing = standingOf(role, nth);
  const share = VERIFIED[role === "baby" ? "baby" : "payer"];
  return {
    standing,
    isVerified: standing !== "managed" && random.hasLuck(isNear ? share.near : share.far),
    isWildcardCity: nth % 17 === 6,
  };
}

// A few members have bought something once. It has ended, or is not used up.
const PAST_PURCHASE = 0.08;
const LONGEST_TERM = 95 * DAY;

function drawPurchases(random: Random, role: Role, joinedAgo: number): Purchase[] {
  const [isBuyer, product, share] = [
    random.hasLuck(PAST_PURCHASE),
    random.pick<Product>(["tokens", "tokens", "premium_monthly", "premium_quarterly"]),
    random.next(),
  ];
  if (!isBuyer || joinedAgo <= LONGEST_TERM) return [];
  const boughtAgo = Math.round(LONGEST_TERM + share * (joinedAgo - LONGEST_TERM));
  return [{ product: role === "baby" ? "highlight" : product, boughtAgo }];
}

function standingOf(role: Role, nth: number): Standing {
  if (nth % 21 === 18) return "managed";
  if (role === "baby" && nth === 50) return "suspended";
  if (role === "daddy" && nth === 57) return "deactivated";
  return "active";
}
