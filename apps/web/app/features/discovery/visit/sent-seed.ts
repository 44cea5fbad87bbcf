import { answerKey } from "@caramelo/contract/call/first-answers";
import { listFirstAnswers } from "~/platform/first-answers.ts";

const LIST = "/api/discovery";

/** The seed of the list whose first page came with the HTML, if that list answers this question (JSON). */
export function findSentSeed(question: string): number | undefined {
  // The cast is safe, because a question is a flat object; its numbers become texts in the address.
  const wanted = new URLSearchParams(JSON.parse(question) as Record<string, string>);
  for (const key of listFirstAnswers()) {
    const [path, query] = key.split("?");
    const params = new URLSearchParams(query);
    const seed = Number(params.get("seed"));
    params.delete("seed");
    if (path === LIST && answerKey(`?${params}`) === answerKey(`?${wanted}`)) return seed;
  }
  return undefined;
}
