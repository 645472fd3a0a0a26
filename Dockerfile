# Server and worker, with ffmpeg. Build: docker build -t lectern . (podman and buildah: --format docker, for the health check)
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates npm ffmpeg && rm -rf /var/lib/apt/lists/*
# The Node of the lock file, and an npm that runs on it. A registry of your own: --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --prefix /opt/tools --no-audit --no-fund --loglevel=error npm@11 "node-linux-$(node -p process.arch)@24"
# Also certificates that the base trusts, such as a proxy's.
ENV PATH=/opt/tools/node_modules/.bin:$PATH NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
WORKDIR /app
COPY package.json package-lock.json ./
COPY examples/storefront/package.json examples/storefront/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node node_modules/vite/bin/vite.js build --config admin/vite.config.ts --logLevel warn && \
    node scripts/image/assemble.mjs /image

# Only what the programs load: no shell, no package manager.
FROM scratch
COPY --from=build /image/ /
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled MALLOC_ARENA_MAX=1
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/usr/bin/node", "scripts/image/health.mjs"]
ENTRYPOINT ["/usr/bin/node", "--max-semi-space-size=2", "--max-old-space-size=1024"]
# The worker: server/src/worker.ts
CMD ["server/src/main.ts"]
