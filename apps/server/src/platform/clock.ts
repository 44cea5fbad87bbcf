/** The time, handed over so that tests may choose it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
