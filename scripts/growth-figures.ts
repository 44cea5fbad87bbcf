// The arithmetic of docs/growth.md: machines and money for a number of members, from what the bench measured
// (bench/growth.json) and from assumptions that the document shows. Pure.

/** What a run of the bench measured at a size, by figure. */
export type Figures = Readonly<Record<string, number>>;

/** Assumed activity of members. Replace it with your own numbers, and run `npm run generate`. */
export const ACTIVITY = {
  "of all members come on a day": 0.1,
  "calls of each who comes, a day": 150,
  "messages each writes, a day": 20,
  "of the messages are paid by a token": 0.5,
  "messages a conversation": 20,
  "other profiles each visits for the first time, a day": 5,
  "notifications of each, a day": 8,
  "of a day's work is done in its busiest hour": 0.1,
  "of those who come are there at once in that hour": 0.15,
  "photos a member": 3,
  "MB a photo in its three sizes": 0.4,
  "photos each who comes looks at, a day": 100,
  "kB a photo that is looked at": 40,
} as const;

/**
 * What a call and a send cost. The processor is measured (bench/RESULTS.md), rounded up for calls that are more
 * expensive.
 */
export const COSTS = {
  "ms of a web process a call": 1,
  "ms of PostgreSQL a call": 0.6,
  "ms of a web process a send": 0.6,
  "ms of PostgreSQL a send": 0.4,
  "of a processor is used at most in the busiest hour": 0.5,
  "live connections a web process": 10_000,
  "kB a live connection": 6.5,
  "GB a web process without index and connections": 0.35,
  "GB of written cards and hidden pairs a web process": 0.18,
  "of the database should fit into the memory of PostgreSQL": 0.05,
  "GB of one PostgreSQL at most": 6_000,
  "s to read the index of a million members": 11,
} as const;

/** Prices a month in US$, without taxes: rough list prices of clouds in São Paulo, November 2026. Check yours. */
export const PRICES = {
  "web or worker machine, 8 vCPU and 64 GB": 480,
  "PostgreSQL machine, a vCPU with 8 GB": 75,
  "GB of fast disk": 0.15,
  "GB of the bucket": 0.04,
  "GB that leaves to members, over a CDN": 0.05,
  Redis: 60,
  balancer: 30,
  "R$ for a US$": 5.4,
} as const;

const VCPUS = 8;
const GB_A_MACHINE = 64;
const PG_CPUS = [4, 8, 16, 32, 64];
const DAYS_A_YEAR = 365;

const both = (figures: Figures, table: string) =>
  (figures[`B a row of ${table}`] ?? Number.NaN) + (figures[`B of indexes a row of ${table}`] ?? Number.NaN);

/** The bytes of a member's own rows: what each has once, and photos. */
export function bytesOfMember(figures: Figures): number {
  const once = ["member", "profile", "entitlement", "member_stream", "member_setting", "presence", "session"];
  return (
    once.reduce((sum, table) => sum + both(figures, table), 0) +
    ACTIVITY["photos a member"] * (both(figures, "photo") + both(figures, "photo_object"))
  );
}

/** The bytes that a message adds for good: its row, its share of both conversations, and of the ledger if it is paid. */
export function bytesOfMessage(figures: Figures): number {
  return (
    both(figures, "message") +
    ACTIVITY["of the messages are paid by a token"] * both(figures, "ledger_entry") +
    (2 / ACTIVITY["messages a conversation"]) * both(figures, "conversation")
  );
}

/** What each further member adds: the slope of the line through the values at two numbers of members. */
export function slopeBetween([few, less]: [number, number], [many, more]: [number, number]): number {
  return (more - less) / (many - few);
}

/** A number of members as machines and money, with the steps in between. */
export function planFor(members: number, figures: Figures) {
  const comers = members * ACTIVITY["of all members come on a day"];
  const inBusySecond = (aDay: number) => (aDay * ACTIVITY["of a day's work is done in its busiest hour"]) / 3_600;
  const messagesADay = comers * ACTIVITY["messages each writes, a day"];
  const [calls, sends] = [
    inBusySecond(comers * ACTIVITY["calls of each who comes, a day"]),
    inBusySecond(messagesADay),
  ];
  const sockets = comers * ACTIVITY["of those who come are there at once in that hour"];

  const visits = comers * ACTIVITY["other profiles each visits for the first time, a day"] * DAYS_A_YEAR;
  const notifications = comers * ACTIVITY["notifications of each, a day"] * 90;
  const atFirst = members * bytesOfMember(figures);
  const messagesAYear = messagesADay * DAYS_A_YEAR * bytesOfMessage(figures);
  const keptBytes = visits * both(figures, "visit") + notifications * both(figures, "notification");
  const database = (atFirst + messagesAYear + keptBytes) / 1e9;
  const bytesADay = messagesADay * (figures["B of journal a send"] ?? Number.NaN);
  const wholePagesADay = messagesADay * (figures["B of journal a send, each page for the first time"] ?? Number.NaN);
  const journal = { least: bytesADay / 1e9, most: wholePagesADay / 1e9 };

  const index = (members * (figures["bytes of the index a profile"] ?? Number.NaN)) / 1e9;
  const use = COSTS["of a processor is used at most in the busiest hour"];
  const webWork = (calls * COSTS["ms of a web process a call"] + sends * COSTS["ms of a web process a send"]) / 1_000;
  const processes = Math.max(2, Math.ceil(webWork / use), Math.ceil(sockets / COSTS["live connections a web process"]));
  const processGb =
    COSTS["GB a web process without index and connections"] +
    COSTS["GB of written cards and hidden pairs a web process"] +
    2 * index +
    (sockets / processes) * COSTS["kB a live connection"] * 1e-6;
  const aMachine = Math.max(1, Math.min(VCPUS - 1, Math.floor((GB_A_MACHINE - 8) / processGb)));
  const webMachines = Math.max(2, Math.ceil(processes / aMachine));
  const workers = Math.max(1, Math.ceil(webMachines / 8));

  const pgWork = (calls * COSTS["ms of PostgreSQL a call"] + sends * COSTS["ms of PostgreSQL a send"]) / 1_000 / use;
  const pgMemory = database * COSTS["of the database should fit into the memory of PostgreSQL"];
  const pgWanted = Math.max(pgWork, pgMemory / 8);
  const largest = PG_CPUS.at(-1) ?? 64;
  const primaries = Math.max(
    1,
    Math.ceil(pgWanted / largest),
    Math.ceil(database / COSTS["GB of one PostgreSQL at most"]),
  );
  const pgCpus = PG_CPUS.find((cpus) => cpus * primaries >= pgWanted) ?? largest;
  const postgres = { primaries, machines: primaries * 2, cpus: pgCpus };

  const photos = (members * ACTIVITY["photos a member"] * ACTIVITY["MB a photo in its three sizes"]) / 1e3;
  const traffic =
    (comers * ACTIVITY["photos each who comes looks at, a day"] * ACTIVITY["kB a photo that is looked at"] * 30) / 1e6;
  const money = {
    machines:
      (webMachines + workers) * PRICES["web or worker machine, 8 vCPU and 64 GB"] + PRICES.Redis + PRICES.balancer,
    PostgreSQL:
      postgres.machines * pgCpus * PRICES["PostgreSQL machine, a vCPU with 8 GB"] +
      database * 1.5 * 2 * PRICES["GB of fast disk"],
    photos: photos * PRICES["GB of the bucket"] + traffic * PRICES["GB that leaves to members, over a CDN"],
  };
  return {
    ...{ comers, calls, sends, messagesADay, sockets, database, atFirst: atFirst / 1e9, journal, index },
    messagesAYear: messagesAYear / 1e9,
    ...{ processes, processGb, webMachines, workers, postgres, photos, traffic, money },
    secondsToRead: (members / 1e6) * COSTS["s to read the index of a million members"],
  };
}
