#!/bin/sh
# Makes the role that Facet's servers work as. PostgreSQL's container runs it when it makes the database; in one that was made before:
#   docker compose --env-file facet.env exec database sh /docker-entrypoint-initdb.d/server_role.sh
# What the role may do is granted by each migration.
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$SERVER_PASSWORD" <<'SQL'
CREATE ROLE facet_server LOGIN PASSWORD :'password';
SQL
