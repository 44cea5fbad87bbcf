import { accountTypeNames } from "@caramelo/contract/texts/profile";
import { ArrowDown, ArrowUp, ArrowUpDown, Eye, Pencil } from "lucide-react";
import { Link } from "react-router";
import { dayText } from "~/platform/date-rules.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { Switch } from "~/ui/forms/switch.tsx";
import { Avatar } from "~/ui/people/avatar.tsx";
import type { StaffUser, SwitchName } from "../queries.ts";
import { FLAG_OF, listMarks, nextOrder, SWITCH_NAMES, sortStateOf, switchWords, toListState } from "../rules.ts";

type Props = {
  users: readonly StaffUser[];
  search: URLSearchParams;
  selected: ReadonlySet<string>;
  /** The switches that the person may set; the others are shown and cannot be pressed. */
  isAllowed: (name: SwitchName) => boolean;
  onSort: (order: string) => void;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
  onSwitch: (user: StaffUser, name: SwitchName, isOn: boolean) => void;
};

const HEAD =
  "sticky top-16 z-1 bg-surface px-1.5 py-2 text-left font-semibold first:rounded-tl-card last:rounded-tr-card";

/** Members, one a row; below 1024 px one a card. */
export function UserTable(props: Props) {
  const { users, selected, onSelect } = props;
  const ids = users.map(({ id }) => id);
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  const onSelectAll = (isSelected: boolean) => onSelect(ids, isSelected);
  return (
    <>
      <SelectBox
        isChecked={isAll}
        onChange={onSelectAll}
        label="Selecionar todos desta página"
        isLabelShown
        className="lg:hidden"
      />
      <table className="w-full border-separate border-spacing-0 text-14 max-lg:block lg:rounded-card lg:border lg:border-line lg:bg-surface">
        <caption className="sr-only">Usuários</caption>
        <thead className="text-13 text-muted max-lg:hidden">
          <tr>
            <th scope="col" className={cx(HEAD, "w-11")}>
              <SelectBox isChecked={isAll} onChange={onSelectAll} label="Selecionar todos desta página" />
            </th>
            <SortHead {...props} column="nome" label="Usuário" />
            <th scope="col" className={HEAD}>
              Tipo
            </th>
            <th scope="col" className={cx(HEAD, "max-xl:hidden")}>
              Localização
            </th>
            <SortHead {...props} column="cadastro" label="Cadastro" className="max-xl:hidden" />
            {SWITCH_NAMES.map((name) => (
              <th key={name} scope="col" className={cx(HEAD, "text-center")}>
                {SHORT_HEADS[name]}
              </th>
            ))}
            <th scope="col" className={HEAD}>
              <span className="sr-only">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3">
          {users.map((user) => (
            <UserRow key={user.id} {...props} user={user} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const SHORT_HEADS: Record<SwitchName, string> = {
  verified: "Verificado",
  premium: "Premium",
  active: "Ativa",
  wildcard: "Coringa",
};

const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

type SortProps = Pick<Props, "search" | "onSort"> & {
  column: "nome" | "cadastro";
  label: string;
  className?: string;
};

function SortHead({ search, onSort, column, label, className }: SortProps) {
  const state = sortStateOf(search, column);
  const Icon = SORT_ICONS[state ?? "none"];
  return (
    <th scope="col" aria-sort={state} className={cx(HEAD, "py-0!", className)}>
      <button
        type="button"
        onClick={() => onSort(nextOrder(search, column))}
        className="inline-flex min-h-11 items-center gap-1 rounded-small font-semibold hover-mouse:text-ink"
      >
        {label}
        <Icon aria-hidden className={cx("size-3.5", !state && "opacity-45")} />
      </button>
    </th>
  );
}

type SelectProps = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  label: string;
  isLabelShown?: boolean;
  className?: string;
};

function SelectBox({ isChecked, onChange, label, isLabelShown = false, className }: SelectProps) {
  return (
    <label
      className={cx(
        isLabelShown ? "flex min-h-11 items-center gap-2.5 px-1 text-14" : "grid size-11 place-items-center",
        className,
      )}
    >
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="size-4.5 accent-primary"
      />
      <span className={isLabelShown ? undefined : "sr-only"}>{label}</span>
    </label>
  );
}

const CELL = "px-1.5 py-1 align-middle lg:border-t lg:border-line max-lg:block max-lg:p-0";

function UserRow({ user, search, selected, isAllowed, onSelect, onSwitch }: Props & { user: StaffUser }) {
  const { id, name, email, age, role, city, createdAt, photo } = user;
  return (
    <tr
      className={cx(
        "hover-mouse:bg-tint/60 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-3",
        selected.has(id) && "bg-tint!",
      )}
    >
      <td className={CELL}>
        <SelectBox
          isChecked={selected.has(id)}
          onChange={(isSelected) => onSelect([id], isSelected)}
          label={`Selecionar ${name}`}
          className="max-lg:-mx-3"
        />
      </td>
      <th scope="row" className={cx(CELL, "text-left font-normal max-lg:min-w-0 max-lg:flex-1")}>
        <div className="flex items-center gap-2.5">
          <Avatar src={photo?.small} alt="" name={name} size="small" />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-1.5">
              <p className="min-w-0 font-semibold wrap-anywhere">
                <span>{name}</span>, <span className="tabular-nums">{age}</span>
              </p>
              <Marks user={user} />
            </div>
            <p className="text-13 wrap-anywhere text-muted">{email}</p>
          </div>
        </div>
      </th>
      <td className={cx(CELL, "max-lg:basis-full max-lg:pt-2 max-lg:text-muted xl:whitespace-nowrap")}>
        {accountTypeNames[role]}
        <span className="xl:hidden">
          , {city}, desde {dayText(createdAt)}
        </span>
      </td>
      <td className={cx(CELL, "max-xl:hidden!")}>{city}</td>
      <td className={cx(CELL, "whitespace-nowrap text-muted tabular-nums max-xl:hidden!")}>
        <time dateTime={createdAt}>{dayText(createdAt)}</time>
      </td>
      {SWITCH_NAMES.map((switchName) => (
        <td key={switchName} className={cx(CELL, "text-center max-lg:basis-[calc(50%-0.375rem)]")}>
          <Switch
            aria-label={`${switchWords[switchName].label}: ${name}`}
            checked={user[FLAG_OF[switchName]]}
            disabled={!isAllowed(switchName)}
            onChange={({ currentTarget }) => onSwitch(user, switchName, currentTarget.checked)}
            className="max-lg:w-full max-lg:flex-row-reverse max-lg:justify-between!"
          >
            <span className="lg:sr-only">{SHORT_HEADS[switchName]}</span>
          </Switch>
        </td>
      ))}
      <td
        className={cx(
          CELL,
          "whitespace-nowrap max-lg:mt-2 max-lg:flex max-lg:basis-full max-lg:gap-3 max-lg:border-t max-lg:border-line max-lg:pt-1",
        )}
      >
        <RowLink to={`/perfil/${id}`} label="Ver perfil" of={`de ${name}`} icon={<Eye aria-hidden />} />
        <RowLink
          to={`/admin/usuarios/editar/${id}`}
          state={toListState(search)}
          label="Editar"
          of={name}
          icon={<Pencil aria-hidden />}
        />
      </td>
    </tr>
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

/** What the switches do not say of an account. */
function Marks({ user }: { user: StaffUser }) {
  return listMarks(user).map(({ text, isDanger }) => (
    <Chip key={text} tone={isDanger ? "danger" : "plain"} className="h-6! px-2! text-13!">
      {text}
    </Chip>
  ));
}
