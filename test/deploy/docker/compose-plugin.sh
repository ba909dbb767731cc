#!/bin/bash
# `docker compose`, for a client without that plugin: docker-compose 1.29, and what it has not got of the newer one.
set -euo pipefail
if [ "$1" = docker-cli-plugin-metadata ]; then
  echo '{"SchemaVersion":"0.1.0","Vendor":"test","Version":"1.29"}'
  exit
fi
command=$2
shift 2

options=()
services=()
waits=no
for word; do
  case $word in
    --wait) waits=yes ;;
    -*) options+=("$word") ;;
    *) services+=("$word") ;;
  esac
done
export COMPOSE_DOCKER_CLI_BUILD=1
if [ "$command" = exec ]; then
  [ -t 0 ] || set -- -T "$@" # found out by itself
  exec docker-compose exec "$@"
fi
docker-compose "$command" "${options[@]}" "${services[@]}"
[ "$waits" = yes ] || exit 0

# Until all of them run, and are healthy where that is asked; not when one ends or is not.
form='{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}'
for _ in $(seq 600); do
  states=$(docker-compose ps -q "${services[@]}" | xargs docker inspect --format "$form" | sort -u | xargs)
  case $states in
    healthy | running | 'healthy running') exit 0 ;;
    *unhealthy* | *exited* | *dead*) break ;;
  esac
  sleep 0.3
done
docker-compose ps >&2
exit 1
