/** The object store does not answer, or says that it is overloaded: nothing is wrong with the request. */
export class StoreOutage extends Error {}

/** What the system says of a disk or a shared folder that is full, read-only, broken, away or closed to this process. */
const AWAY = new Set(
  `EACCES EBUSY EDQUOT EFBIG EHOSTDOWN EHOSTUNREACH EIO EMFILE ENFILE ENETDOWN ENODEV ENOLCK ENOMEM ENOSPC ENOTCONN
   ENXIO EPERM EREMOTEIO EROFS ESTALE ETIMEDOUT ETXTBSY EUCLEAN`.split(/\s+/),
);

/** Whether a store cannot be read or written now, be it a bucket or a folder: nothing is wrong with the request. */
export function isStoreOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  return error instanceof Error && "syscall" in error && "code" in error && AWAY.has(String(error.code));
}
