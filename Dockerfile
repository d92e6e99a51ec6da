FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/build.mjs').then((m) => m.build()).then((code) => process.exit(code))"
# The image has its own Node.js. Backups are verified in an embedded PostgreSQL.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.cache

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/demo ./demo
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/server ./server
COPY --from=build /app/dist ./dist
# The guides at /developers.
COPY --from=build /app/docs ./docs
COPY --from=build /app/web/ui/tokens.css ./web/ui/tokens.css
ENV DATA_DIR=/data NODE_COMPILE_CACHE=/app/compiled MALLOC_ARENA_MAX=1
RUN mkdir /data compiled && chown node:node /data compiled
USER node
# Once for all containers, whose file system may be read-only. The cache of a user serves this user alone.
RUN node --input-type=module -e "await import('/app/server/portal.ts')"
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
