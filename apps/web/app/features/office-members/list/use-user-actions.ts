import { useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { useBanner } from "~/ui/states/use-banner.tsx";
import { type StaffUser, type SwitchName, type SwitchSummary, useSwitch } from "../queries.ts";
import { failureText, refusalText, switchWords } from "../rules.ts";
import type { Question } from "./switch-dialog.tsx";

export type Summary = SwitchSummary & { names: ReadonlyMap<string, string> };

/**
 * The chosen rows, the question about them, and the result. A new `place` (another search or page) clears the choice.
 */
export function useUserActions(users: readonly StaffUser[], place: string) {
  const [choice, setChoice] = useState<{ place: string; ids: readonly string[] }>({ place, ids: [] });
  const [question, setQuestion] = useState<Question>();
  const [summary, setSummary] = useState<Summary>();
  const { banner, show, clear } = useBanner();
  const change = useSwitch();
  // A member who has left the list is no longer chosen, so that staff change only visible members.
  const chosenUsers = users.filter(({ id }) => choice.place === place && choice.ids.includes(id));
  const ids = chosenUsers.map(({ id }) => id);
  const selectedIds: ReadonlySet<string> = new Set(ids);

  function select(changedIds: readonly string[], isSelected: boolean) {
    const others = ids.filter((id) => !changedIds.includes(id));
    setChoice({ place, ids: isSelected ? [...others, ...changedIds] : others });
  }
  function showOutcome({ name, isOn }: Question, switchSummary: SwitchSummary) {
    const [refusal] = switchSummary.refused;
    if (refusal) show({ tone: "error", text: failureText(name, isOn, refusalText(refusal.why)) });
    else show({ tone: "success", text: switchWords[name].done[isOn ? "on" : "off"] });
  }
  async function confirm(confirmedQuestion: Question, reason: string) {
    const { name, isOn, ids: whom } = confirmedQuestion;
    clear();
    setSummary(undefined);
    try {
      const switchSummary = await change.mutateAsync({ name, isOn, ids: whom, reason });
      if (whom.length === 1) return showOutcome(confirmedQuestion, switchSummary);
      setSummary({ ...switchSummary, names: new Map(users.map((user) => [user.id, user.name])) });
      setChoice({ place, ids: [] });
    } catch (error) {
      if (isApiError(error, "FRESH_FACTOR_REQUIRED")) return;
      show({ tone: "error", text: failureText(name, isOn, messageOf(error)) });
    }
  }
  return {
    selected: selectedIds,
    question,
    summary,
    banner,
    select,
    confirm,
    askOne: (user: StaffUser, name: SwitchName, isOn: boolean) =>
      setQuestion({ name, isOn, ids: [user.id], who: user.name }),
    askAll: (name: SwitchName, isOn: boolean) => setQuestion({ name, isOn, ids, who: whoText(chosenUsers) }),
    closeQuestion: () => setQuestion(undefined),
    closeSummary: () => setSummary(undefined),
  };
}

function whoText([first, ...otherUsers]: readonly StaffUser[]): string {
  return otherUsers.length === 0 ? (first?.name ?? "") : `${otherUsers.length + 1} usuários`;
}
