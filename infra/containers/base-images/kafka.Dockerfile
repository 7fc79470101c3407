FROM debian:12-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless netcat-openbsd \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home appuser \
    && mkdir -p /opt/kafka/config /etc/kafka/docker /mnt/shared/config /var/lib/kafka/data \
    && chown -R appuser /opt/kafka /var/lib/kafka
COPY libs /opt/kafka/libs
COPY kafka-entrypoint.sh /usr/local/bin/
COPY log4j2.properties /opt/kafka/log4j2.properties
RUN touch /etc/kafka/docker/server.properties \
    && printf 'Configuration:\n  Loggers:\n    Root:\n      level: WARN\n' | tee /etc/kafka/docker/log4j2.yaml > /etc/kafka/docker/tools-log4j2.yaml
USER appuser
VOLUME /var/lib/kafka/data
EXPOSE 9092
CMD ["kafka-entrypoint.sh"]
