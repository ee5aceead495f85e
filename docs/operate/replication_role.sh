#!/bin/sh
# Creates the role of the replica. PostgreSQL's container runs it for a new database. For an existing one, run:
#   docker compose --file compose.machines.yaml --env-file facet.env exec database sh /docker-entrypoint-initdb.d/replication_role.sh
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replication REPLICATION LOGIN PASSWORD :'password';
SQL
# “all” in this file doesn't include replication.
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --command='SELECT pg_reload_conf()'
