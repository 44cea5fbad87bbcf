import { queryOptions, useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import type { ReactNode } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { serverNow } from "~/platform/use-moment.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { lastSeenText } from "./rules.ts";

export const DEVICES = ["devices"] as const;

/** The devices where the member is signed in; this device is the first. */
export const deviceList = () =>
  queryOptions({
    queryKey: DEVICES,
    queryFn: async ({ signal }) => (await api.accounts.devices({}, { signal })).devices,
    meta: { refreshOn: "self" },
  });

/** Signs another device out. Fails with NOT_FOUND if it is signed out already. Either way the list is reloaded. */
const useEndDevice = () => useAction((id: string) => api.accounts.endDevice({ params: { id } }), DEVICES);

/**
 * The devices where the member is signed in, each other one with a sign-out button. `children` appear only after the
 * list has loaded or failed, so that the list does not push them down.
 */
export function DeviceList({ children }: { children: ReactNode }) {
  const devices = useQuery(deviceList());
  // The skeleton is as high as one device with a button below it.
  if (devices.isPending) return <Skeleton className="my-3 h-36 w-full min-[30rem]:h-27" />;
  return (
    <>
      {devices.data ? (
        <Devices devices={devices.data} />
      ) : (
        <LoadFailed look="section" title={messageOf(devices.error)} onRetry={() => void devices.refetch()} />
      )}
      {children}
    </>
  );
}

function Devices({ devices }: { devices: readonly RowProps[] }) {
  return (
    <ul className="divide-y divide-line">
      {devices.map((device) => (
        <DeviceRow key={device.id} {...device} />
      ))}
    </ul>
  );
}

type RowProps = { id: string; name: string; lastSeenAt: string; isCurrent: boolean };

function DeviceRow({ id, name, lastSeenAt, isCurrent }: RowProps) {
  const ending = useEndDevice();
  const hasFailed = ending.isError && !isApiError(ending.error, "NOT_FOUND");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-14 text-muted">{lastSeenText(lastSeenAt, new Date(serverNow()))}</p>
      </div>
      {isCurrent ? (
        <Chip text="Este aparelho" tone="ok" className="max-[30rem]:ml-8" />
      ) : (
        <Button
          variant="outline"
          size="small"
          isBusy={ending.isPending || ending.isSuccess}
          onClick={() => ending.mutate(id)}
          className="max-[30rem]:ml-8"
        >
          Sair deste aparelho
          <span className="sr-only">: {name}</span>
        </Button>
      )}
      {hasFailed && (
        <p role="alert" className="w-full text-14 font-medium text-danger">
          {messageOf(ending.error)}
        </p>
      )}
    </li>
  );
}
