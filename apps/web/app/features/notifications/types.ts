import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

/** The unread notifications: the latest ones, and how many there are. */
export type WaitingList = AnswerOf<Contract["notifications"]["list"]>;
export type Notification = WaitingList["notifications"][number];
