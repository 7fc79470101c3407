FROM debian:12-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy wget ca-certificates \
    && rm -rf /var/lib/apt/lists/* && mkdir -p /data /config
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
EXPOSE 80 443
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
