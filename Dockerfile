# The server and its pages. Debian, because the embedded PostgreSQL needs glibc.
FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients clients
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json vite.config.ts build-code.ts build-examples.ts build-guide-links.ts build-guide-list.ts build-guide-passages.ts build-guides.ts ./
COPY docs docs
COPY schema schema
COPY src src
RUN npm run build && chmod +x dist/main.js && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# As process 1 it hands on signals from the first moment, and ends what a killed PostgreSQL leaves behind.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN ln -s /app/dist/main.js /usr/local/bin/alpha-data && mkdir /data && chown 1000:1000 /data
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
# PostgreSQL refuses root. By number, so that Kubernetes can tell that it is not.
USER 1000:1000
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "alpha-data"]
CMD ["serve"]
