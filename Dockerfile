# docker build -t fieldbridge .
# docker run --read-only --cap-drop ALL -v fieldbridge:/data -p 8080:8080 fieldbridge
# docs/deployment.md says more.

FROM node:26-trixie-slim AS build
WORKDIR /build
COPY . .
# The package as it is published, and what it needs at run time; nothing of the sources and the tests.
RUN npm ci --no-audit --no-fund \
  && node -e "import('./tools/packages/program.ts').then(({ buildProgram }) => buildProgram('/build/program'))" \
  && npm install --prefix /opt/fieldbridge --install-links --omit=dev --no-audit --no-fund /build/program

FROM node:26-trixie-slim
COPY --from=build /opt/fieldbridge /opt/fieldbridge
RUN ln -s /opt/fieldbridge/node_modules/.bin/fieldbridge /usr/local/bin/fieldbridge \
  && install -d -o node -g node -m 0700 /data
ENV FIELDBRIDGE_HOST=0.0.0.0 FIELDBRIDGE_PORT=8080 FIELDBRIDGE_DATA=/data
# The user `node` of the image, as a number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["fieldbridge"]
CMD ["serve"]
