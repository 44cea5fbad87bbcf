#!/bin/bash
# Starts one of the two PostgreSQL servers of compose.yaml. A server without data that finds the other one running copies
# it and follows it. With the argument "begin" it only makes the roles and an empty database, once for a new site: no start
# does so by itself, because a server whose volume was removed would begin an empty site while the other one is away.
# Reads NODE, OTHER_NODE (names of the two), PGHOST (/tmp, which can be written to), OWNER_PASSWORD and REPLICATION_PASSWORD.
set -euo pipefail

export PGDATA=/var/lib/postgresql/data/server
readonly unfinished=/var/lib/postgresql/data/unfinished

fail() {
  echo "$1" >&2
  exit 1
}

begin() {
  initdb --pgdata="$unfinished" --username=postgres --encoding=UTF8 --locale=C.UTF-8 --auth-local=peer --auth-host=scram-sha-256
  cat >>"$unfinished/pg_hba.conf" <<'HBA'
host all all all scram-sha-256
host replication replicator all scram-sha-256
HBA
  # The same on both servers. The server that is not the primary is the standby that a commit waits for.
  cat >>"$unfinished/postgresql.conf" <<'CONF'
listen_addresses = '*'
unix_socket_directories = '/tmp'
max_connections = 300
synchronous_standby_names = 'ANY 1 (db1, db2)'
max_slot_wal_keep_size = 4GB
CONF
  # No standby is there yet, so nothing may wait for one.
  pg_ctl --pgdata="$unfinished" --wait --options="-c listen_addresses='' -c synchronous_standby_names=''" start
  psql --username=postgres --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=replicator="$REPLICATION_PASSWORD" <<'SQL'
create role replicator login replication password :'replicator';
create role caramelo_app nologin;
create role caramelo_owner login password :'owner';
grant caramelo_app to caramelo_owner;
create database caramelo owner caramelo_owner;
\connect caramelo
alter schema public owner to caramelo_owner;
SQL
  pg_ctl --pgdata="$unfinished" --wait stop
}

follow() {
  export PGPASSWORD=$REPLICATION_PASSWORD
  local other="host=$OTHER_NODE user=replicator application_name=$NODE"
  # Two standbys would have no primary to follow.
  [ "$(psql --dbname="$other dbname=postgres" --no-align --tuples-only --command="select pg_is_in_recovery()")" = f ] ||
    fail "$OTHER_NODE is a standby itself: promote it first."
  # A copy that broke off leaves its slot.
  pg_receivewal --dbname="$other" --slot="$NODE" --drop-slot 2>/dev/null || true
  pg_basebackup --dbname="$other" --pgdata="$unfinished" --slot="$NODE" --create-slot --write-recovery-conf --checkpoint=fast
  unset PGPASSWORD
}

if [ "${1:-}" = begin ]; then
  [ ! -d "$PGDATA" ] || fail "There is data in the volume of $NODE already."
  ! pg_isready --quiet --host="$OTHER_NODE" || fail "$OTHER_NODE runs already: start $NODE, and it follows."
  rm -rf "$unfinished"
  begin
  mv "$unfinished" "$PGDATA"
  exit
fi
if [ ! -d "$PGDATA" ]; then
  pg_isready --quiet --host="$OTHER_NODE" || fail "$OTHER_NODE does not answer, and there is nothing to start here."
  rm -rf "$unfinished"
  follow
  mv "$unfinished" "$PGDATA"
fi
exec postgres
