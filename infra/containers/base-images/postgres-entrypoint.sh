#!/bin/sh
# The first start makes the cluster and runs what lies in /docker-entrypoint-initdb.d; each start runs the server.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres /var/lib/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password"
  initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$password" --auth-host=scram-sha-256 --auth-local=trust \
    --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 > /dev/null
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # On its socket alone: nobody outside takes it for ready.
  pg_ctl --pgdata="$PGDATA" --wait --silent -o "-c listen_addresses='' -k /tmp" start
  for file in /docker-entrypoint-initdb.d/*.sql; do
    if [ -f "$file" ]; then
      psql --quiet --host=/tmp --username="$POSTGRES_USER" --dbname="${POSTGRES_DB:-postgres}" --set ON_ERROR_STOP=1 --file="$file"
    fi
  done
  pg_ctl --pgdata="$PGDATA" --wait --silent --mode=fast stop
fi
exec "$@" -k /tmp -c listen_addresses='*'
