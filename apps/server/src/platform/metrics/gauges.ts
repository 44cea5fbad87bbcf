/** A gauge as Prometheus describes it: its meaning, and the names of its labels. */
type Gauge = { help: string; labels?: readonly string[] };

/**
 * The gauges, measured at the moment of a reading. Numbers of the database and of Redis are the same at every process,
 * so they are read by `max`, not summed.
 */
export const GAUGES = {
  caramelo_database_up: { help: "Whether the database answered this reading (1) or not (0)" },
  caramelo_database_connections: {
    help: "Connections of this process by pool: open, idle, and requests that wait for one",
    labels: ["pool", "state"],
  },
  caramelo_database_write_age_seconds: {
    help: "Seconds since this process last stored that it lives, every five seconds; missing without REDIS_URL and at workers",
  },
  caramelo_redis_up: { help: "Whether Redis is connected (1) or lost (0); missing without REDIS_URL" },
  caramelo_replica_up: {
    help: "Whether a replica of DATABASE_READ_URL may answer (1) or not (0); missing without that setting",
    labels: ["replica"],
  },
  caramelo_replica_age_seconds: {
    help: "How old the data of a replica are at most; missing before it has answered once",
    labels: ["replica"],
  },
  caramelo_bucket_up: { help: "Whether the bucket answered this reading (1) or not (0); missing without S3_BUCKET" },
  caramelo_log_lines_dropped: {
    help: "Lines of the log that this process could not write since it started, as on a full disk",
  },
  caramelo_live_connections: { help: "Open live connections of this process" },
  caramelo_discovery_index_ready: {
    help: "Whether discovery answers from the memory of this process; missing where it is not meant to",
  },
  caramelo_discovery_index_age_seconds: { help: "Seconds since the index last read the changes of the database" },
  caramelo_photo_uploads: { help: "Uploads of photos that this process works on or keeps waiting", labels: ["lane"] },
  caramelo_queue_jobs: { help: "Jobs of the queue by state", labels: ["state"] },
  caramelo_queue_oldest_seconds: { help: "For how long the oldest due job has waited" },
  caramelo_mails_waiting: { help: "Mails that wait to be sent" },
  caramelo_mails_oldest_seconds: { help: "For how long the oldest mail has waited" },
  caramelo_mails_failed: { help: "Mails of the last 30 days that could not be delivered" },
  caramelo_orders: { help: "Orders of the last hour by state", labels: ["state"] },
  caramelo_pending_work: { help: "Cases that wait for the staff", labels: ["kind"] },
  caramelo_pending_work_oldest_seconds: { help: "For how long the oldest case has waited", labels: ["kind"] },
  caramelo_processes: { help: "Processes that work on the database" },
  caramelo_disk_free_bytes: { help: "Free space of the volume with the data folder" },
  caramelo_disk_total_bytes: { help: "Size of the volume with the data folder" },
  caramelo_backup_age_seconds: { help: "Seconds since the last backup was taken; missing before the first one" },
} as const satisfies Record<string, Gauge>;

export type GaugeName = keyof typeof GAUGES;
