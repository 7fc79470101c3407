FROM node:24-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends wget && rm -rf /var/lib/apt/lists/* \
    && npm install --global --no-audit --no-fund --loglevel=error maildev@2.2.1
USER node
EXPOSE 1080 1025
ENTRYPOINT ["maildev"]
