# Talespark with what it needs on one machine: docs/self-hosting.md. The first stage builds, the second one has only what runs.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/storyteller/package.json packages/storyteller/
RUN npm ci
COPY . .
RUN npm run build -- --bare
RUN npm prune --omit=dev

FROM node:24-bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=node --group=node --mode=0700 /state
WORKDIR /app
COPY --from=build /app/package.json /app/wrangler.toml ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/storyteller packages/storyteller
COPY --from=build /app/domain domain
COPY --from=build /app/workers workers
COPY --from=build /app/migrations migrations
COPY --from=build /app/durable-objects durable-objects
COPY --from=build /app/tools tools
COPY --from=build /app/build build
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5173 STATE_DIR=/state WRANGLER_LOG_PATH=/tmp/wrangler
VOLUME /state
EXPOSE 5173
USER node
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tools/start.ts"]
