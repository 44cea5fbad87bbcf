import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

type Query = InputOf<Contract["discovery"]["list"]>["query"];
/** What decides which profiles a list has: its tab and filter. */
export type DiscoveryQuestion = Omit<Query, "cursor" | "seed">;
/** The filter in the form that is sent to the server and stored there. */
export type SavedFilter = NonNullable<InputOf<Contract["discovery"]["saveFilter"]>["body"]>;
