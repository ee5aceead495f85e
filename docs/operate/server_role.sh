#!/bin/sh
# Creates the database role of Facet's servers. PostgreSQL's container runs it for a new database. For an existing one, run:
#   docker compose --env-file facet.env exec database sh /docker-entrypoint-initdb.d/server_role.sh
# Migrations grant its privileges.
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$SERVER_PASSWORD" <<'SQL'
CREATE ROLE facet_server LOGIN PASSWORD :'password';
SQL
