import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

type Query = InputOf<Contract["discovery"]["list"]>["query"];
/** What a list shows: its tab and its filter. */
export type DiscoveryQuestion = Omit<Query, "cursor" | "seed">;
/** The filter as it travels and as the server keeps it. */
export type SavedFilter = NonNullable<InputOf<Contract["discovery"]["saveFilter"]>["body"]>;
