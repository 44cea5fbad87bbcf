import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";

type Calls = Contract["messaging"];

export type HistoryPage = AnswerOf<Calls["history"]> & {
  /** The member emptied the conversation while it was open here. */
  isCleared?: boolean;
};
export type ConversationPage = AnswerOf<Calls["conversations"]>;
export type ChangesPage = AnswerOf<Calls["changes"]>;
export type Chat = AnswerOf<Calls["chat"]>;
export type Message = HistoryPage["messages"][number];
export type Quote = NonNullable<Message["replyTo"]>;
export type Conversation = ConversationPage["conversations"][number];
export type LastMessage = NonNullable<Conversation["lastMessage"]>;
export type Change = ChangesPage["changes"][number];
export type Peer = Chat["peer"];
