import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

type Calls = Contract["messaging"];

type HistoryAnswer = AnswerOf<Calls["history"]>;

export type Message = HistoryAnswer["messages"][number] & {
  /** The member's reaction is shown before the server confirms it with an answer or a change. */
  isHoped?: true;
};
export type HistoryPage = Omit<HistoryAnswer, "messages"> & {
  messages: Message[];
  /** The member cleared the conversation while it was open in this tab. */
  isCleared?: boolean;
};
export type ConversationPage = AnswerOf<Calls["conversations"]>;
export type ChangesPage = AnswerOf<Calls["changes"]>;
export type Chat = AnswerOf<Calls["chat"]>;
export type Quote = NonNullable<Message["replyTo"]>;
export type Conversation = ConversationPage["conversations"][number];
export type LastMessage = NonNullable<Conversation["lastMessage"]>;
export type Change = ChangesPage["changes"][number];
export type Peer = Chat["peer"];
