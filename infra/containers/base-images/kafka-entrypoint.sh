#!/bin/sh
# Kafka's own wrapper writes the settings from KAFKA_… and formats the log folder, as in the image of Kafka.
set -eu
run() {
  java ${KAFKA_HEAP_OPTS:-} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+ExitOnOutOfMemoryError \
    -Dlog4j2.configurationFile=/opt/kafka/log4j2.properties -cp '/opt/kafka/libs/*' "$@"
}
: "${CLUSTER_ID:=5L6g3nShT-eMCtK--X86sw}"
export CLUSTER_ID
# A folder that is formatted already is what a restart finds; the image of Kafka passes over this error, too.
setup=$(run kafka.docker.KafkaDockerWrapper setup --default-configs-dir /etc/kafka/docker \
  --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config 2>&1) ||
  case $setup in *'already formatted'*) ;; *) echo "$setup" >&2 && exit 1 ;; esac
exec java ${KAFKA_HEAP_OPTS:-} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+ExitOnOutOfMemoryError \
  -Dlog4j2.configurationFile=/opt/kafka/log4j2.properties -cp '/opt/kafka/libs/*' kafka.Kafka /opt/kafka/config/server.properties
