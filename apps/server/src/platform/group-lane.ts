/**
 * Many small pieces of the same work done together: one group at a time in each lane, made of what came while the group
 * before was under way. When nothing is under way a piece starts at once, alone.
 */
export type GroupLanes = {
  /**
   * Joins the lane of that name and answers the result for this item. `work` gets the items of a group and answers as
   * many results, in order; the lane always uses the same one. When a group fails, its items are tried again one by one,
   * so that an item fails only by its own fault: `work` must leave nothing behind when it throws.
   */
  join<Item, Result>(lane: string, item: Item, work: (items: Item[]) => Promise<Result[]>): Promise<Result>;
};

type Piece = { item: unknown; resolve: (result: unknown) => void; reject: (reason: unknown) => void };
type Work = (items: unknown[]) => Promise<unknown[]>;

// Longer transactions would keep the members of one group waiting for strangers.
const GROUP_MAX = 64;

export function openGroupLanes(): GroupLanes {
  const lanes = new Map<string, Piece[]>();

  async function drain(waiting: Piece[], name: string, work: Work): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, GROUP_MAX), work);
    lanes.delete(name);
  }

  return {
    join<Item, Result>(name: string, item: Item, work: (items: Item[]) => Promise<Result[]>) {
      return new Promise<Result>((resolve, reject) => {
        // What goes into a lane and what comes out of it belong to the `work` of that lane.
        const piece: Piece = { item, resolve: resolve as Piece["resolve"], reject };
        const waiting = lanes.get(name);
        if (waiting) {
          waiting.push(piece);
          return;
        }
        const started = [piece];
        lanes.set(name, started);
        void drain(started, name, work as unknown as Work);
      });
    },
  };
}

async function settle(pieces: Piece[], work: Work): Promise<void> {
  try {
    const results = await work(pieces.map(({ item }) => item));
    for (const [place, piece] of pieces.entries()) piece.resolve(results[place]);
  } catch (error) {
    if (pieces.length === 1) return pieces[0]?.reject(error);
    for (const piece of pieces) await settle([piece], work);
  }
}
