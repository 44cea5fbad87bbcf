import { dayText } from "@caramelo/contract/formats/moments";
import { accountTypeNames } from "@caramelo/contract/texts/profile";
import { Eye, Pencil } from "lucide-react";
import { Link } from "react-router";
import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { Switch } from "~/ui/forms/switch.tsx";
import type { Column } from "~/ui/lists/list-table.tsx";
import { Avatar } from "~/ui/members/avatar.tsx";
import type { StaffUser, SwitchName } from "../queries.ts";
import {
  editorOf,
  FLAG_OF,
  listMarks,
  nextOrder,
  type SortKey,
  SWITCH_NAMES,
  sortStateOf,
  switchWords,
  toListState,
} from "../rules.ts";

type Options = {
  search: URLSearchParams;
  /** Whether the staff may set a switch. Other switches are shown disabled. */
  isAllowed: (name: SwitchName) => boolean;
  onSort: (order: string) => void;
  onSwitch: (user: StaffUser, name: SwitchName, isOn: boolean) => void;
};

const SHORT_HEADS: Record<SwitchName, string> = {
  verified: "Verificado",
  premium: "Premium",
  active: "Ativa",
  wildcard: "Coringa",
};

/** The columns of the list: facts about a member, and the switches. */
export function columnsOf({ search, isAllowed, onSort, onSwitch }: Options): readonly Column<StaffUser>[] {
  const sortBy = (key: SortKey) => ({ state: sortStateOf(search, key), onSort: () => onSort(nextOrder(search, key)) });
  return [
    {
      head: "Usuário",
      isTitle: true,
      sort: sortBy("nome"),
      cell: (user) => <Person user={user} search={search} />,
      // In tight layouts this column takes the remaining width and truncates names and addresses.
      className: "lg:max-xl:w-1/2 lg:max-2xl:max-w-0 xl:max-2xl:w-full",
    },
    {
      head: "Tipo",
      isUnlabelled: true,
      cell: ({ role, city, createdAt }) => (
        <>
          {accountTypeNames[role]}
          <span className="lg:hidden">
            , {city}, desde {dayText(createdAt)}
          </span>
          {/* Between cards and columns there is space for one extra line only. */}
          <span title={city} className="hidden max-w-24 truncate text-13 text-muted lg:max-xl:block">
            {city}
          </span>
        </>
      ),
      className: "max-lg:text-muted lg:whitespace-nowrap",
    },
    { head: "Localização", cell: ({ city }) => <City name={city} />, isWideOnly: true },
    {
      head: "Cadastro",
      sort: sortBy("cadastro"),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dayText(createdAt)}</time>,
      className: "whitespace-nowrap text-muted tabular-nums",
      isWideOnly: true,
    },
    ...SWITCH_NAMES.map((name) => ({
      head: SHORT_HEADS[name],
      isUnlabelled: true,
      cell: (user: StaffUser) => (
        <Switch
          aria-label={`${switchWords[name].label}: ${user.name}`}
          checked={user[FLAG_OF[name]]}
          disabled={!isAllowed(name)}
          onChange={({ currentTarget }) => onSwitch(user, name, currentTarget.checked)}
          className="max-lg:w-full max-lg:flex-row-reverse max-lg:justify-between"
        >
          <span className="lg:sr-only">{SHORT_HEADS[name]}</span>
        </Switch>
      ),
      className: "lg:text-center",
      isHalf: true,
    })),
    {
      head: "Ações",
      isHeadHidden: true,
      isUnlabelled: true,
      cell: ({ id, name }) => (
        <div className="whitespace-nowrap max-lg:flex max-lg:gap-3 max-lg:border-t max-lg:border-line max-lg:pt-1">
          <RowLink to={`/perfil/${id}`} label="Ver perfil" of={`de ${name}`} icon={<Eye aria-hidden />} />
          <RowLink
            to={editorOf(id)}
            state={toListState(search)}
            label="Editar"
            of={name}
            icon={<Pencil aria-hidden />}
          />
        </div>
      ),
    },
  ];
}

const City = ({ name }: { name: string }) => (
  <span title={name} className="block max-w-28 truncate 2xl:max-w-60">
    {name}
  </span>
);

function Person({ user, search }: { user: StaffUser; search: URLSearchParams }) {
  const { id, name, age, email, photo } = user;
  const marks = listMarks(user);
  return (
    <div className="flex items-center gap-2.5">
      <Avatar src={photo?.small} alt="" name={name} size="small" />
      <div className="min-w-0 flex-1">
        {/* In a table, a long name is truncated next to a mark, so that rows stay low; only many marks take another
            line. */}
        <div className="flex flex-wrap items-center gap-x-1.5 lg:max-w-64 2xl:max-w-96">
          <p
            className={cx(
              "min-w-0 font-semibold wrap-anywhere lg:flex",
              marks.length > 0 && "lg:max-w-[calc(100%-3.75rem)]",
            )}
          >
            <Link
              to={editorOf(id)}
              state={toListState(search)}
              title={name}
              className="rounded-small hover-mouse:underline lg:truncate"
            >
              {name}
            </Link>
            <span className="shrink-0 tabular-nums">, {age}</span>
          </p>
          {marks.map(({ text, isDanger }) => (
            <Chip key={text} text={text} tone={isDanger ? "danger" : "plain"} size="tiny" />
          ))}
        </div>
        <p title={email} className="text-13 text-muted max-lg:wrap-anywhere lg:truncate">
          {email}
        </p>
      </div>
    </div>
  );
}

type RowLinkProps = { to: string; state?: object; label: string; of: string; icon: React.ReactNode };

function RowLink({ to, state, label, of, icon }: RowLinkProps) {
  return (
    <Link
      to={to}
      state={state}
      title={`${label} ${of}`}
      className="inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control text-ink max-lg:flex-1 max-lg:font-medium hover-mouse:bg-tint [&_svg]:size-5 [&_svg]:stroke-[1.75]"
    >
      {icon}
      <span className="lg:sr-only">{label}</span> <span className="sr-only">{of}</span>
    </Link>
  );
}
