# Images for an engine that reaches no registry of images, in the place of those that the Dockerfile and compose.yaml name.
# Their proxy is the engine's way out, so it is set for apt and npm alone; the same goes for whom npm trusts.
FROM debian AS node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc /usr/local/etc/npmrc
COPY certificates /etc/ssl/certs/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
CMD ["node"]

FROM debian AS programs
RUN apt-get update && apt-get install -y --no-install-recommends redis-server nginx-light postgresql-client \
  && rm -rf /var/lib/apt/lists/*

FROM programs AS redis
EXPOSE 6379
# The official one listens for everybody, too.
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "sh"]
CMD ["redis-server"]

FROM programs AS nginx
EXPOSE 80
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]

FROM programs AS postgres
COPY postgres /usr/local/postgres
COPY postgres-entrypoint.sh /usr/local/bin/
RUN useradd --uid 999 postgres || usermod --uid 999 postgres
ENV PGDATA=/var/lib/postgresql/18/docker PATH=/usr/local/postgres/bin:/usr/sbin:/usr/bin:/sbin:/bin
VOLUME /var/lib/postgresql
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["/usr/local/bin/postgres-entrypoint.sh"]
CMD ["postgres", "-c", "listen_addresses=*"]
