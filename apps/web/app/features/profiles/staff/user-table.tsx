import { ArrowDown, ArrowUp, ArrowUpDown, Eye, Pencil } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "~/ui/avatar.tsx";
import { Chip } from "~/ui/chip.tsx";
import { cx } from "~/ui/cx.ts";
import { Switch } from "~/ui/switch.tsx";
import { accountTypeNames, listLabels } from "../rules.ts";
import type { StaffUser, SwitchName } from "./queries.ts";
import { dayText, FLAG_OF, nextOrder, SWITCH_NAMES, sortStateOf, switchWords, userStatusNames } from "./rules.ts";

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
            <SortHead {...props} column="idade" label="Idade" className="max-xl:hidden" />
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
        <tbody className="max-lg:grid max-lg:gap-3 md:max-lg:grid-cols-2">
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
  column: "nome" | "idade" | "cadastro";
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

function UserRow({ user, selected, isAllowed, onSelect, onSwitch }: Props & { user: StaffUser }) {
  const { id, name, email, age, role, city, createdAt, photo } = user;
  return (
    <tr
      className={cx(
        "hover-mouse:bg-tint/60 max-lg:grid max-lg:grid-cols-[2.25rem_minmax(0,1fr)_5.5rem] max-lg:gap-x-2.5 max-lg:gap-y-1 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-3",
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
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="text-13 wrap-anywhere text-muted">{email}</p>
            <Marks user={user} />
          </div>
        </div>
      </th>
      <td className={cx(CELL, "max-lg:order-1 max-lg:col-span-3 max-lg:text-muted xl:whitespace-nowrap")}>
        {accountTypeNames[role]}
        <span className="xl:hidden">
          , {age} anos, {city}, desde {dayText(createdAt)}
        </span>
      </td>
      <td className={cx(CELL, "max-xl:hidden!")}>{city}</td>
      <td className={cx(CELL, "tabular-nums max-xl:hidden!")}>{age}</td>
      <td className={cx(CELL, "whitespace-nowrap text-muted tabular-nums max-xl:hidden!")}>
        <time dateTime={createdAt}>{dayText(createdAt)}</time>
      </td>
      {SWITCH_NAMES.map((switchName) => (
        <td key={switchName} className={cx(CELL, "text-center max-lg:order-2 max-lg:col-span-3 max-lg:text-left")}>
          <Switch
            aria-label={`${switchWords[switchName].label}: ${name}`}
            checked={user[FLAG_OF[switchName]]}
            disabled={!isAllowed(switchName)}
            onChange={({ currentTarget }) => onSwitch(user, switchName, currentTarget.checked)}
            className="max-lg:w-full max-lg:flex-row-reverse max-lg:justify-between!"
          >
            <span className="lg:sr-only">{switchWords[switchName].label}</span>
          </Switch>
        </td>
      ))}
      <td className={cx(CELL, "whitespace-nowrap max-lg:col-start-3 max-lg:row-start-1")}>
        <RowLink to={`/perfil/${id}`} label={`Ver perfil de ${name}`} icon={<Eye aria-hidden />} />
        <RowLink to={`/admin/usuarios/editar/${id}`} label={`Editar ${name}`} icon={<Pencil aria-hidden />} />
      </td>
    </tr>
  );
}

function RowLink({ to, label, icon }: { to: string; label: string; icon: React.ReactNode }) {
  return (
    <Link
      to={to}
      title={label}
      className="inline-grid size-11 place-items-center rounded-control text-ink hover-mouse:bg-tint [&_svg]:size-5 [&_svg]:stroke-[1.75]"
    >
      <span className="sr-only">{label}</span>
      {icon}
    </Link>
  );
}

/** What the switches do not say of an account. */
function Marks({ user }: { user: StaffUser }) {
  const marks = [...(user.status === "active" ? [] : [userStatusNames[user.status]]), ...listLabels(user)];
  if (marks.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-1">
      {marks.map((mark) => (
        <Chip
          key={mark}
          tone={mark === userStatusNames.suspended || mark === userStatusNames.banned ? "danger" : "plain"}
          className="h-6! px-2! text-13!"
        >
          {mark}
        </Chip>
      ))}
    </p>
  );
}
