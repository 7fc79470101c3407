FROM debian:12-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-pip netcat-openbsd \
    && rm -rf /var/lib/apt/lists/* \
    && pip install --quiet --no-input --no-compile --break-system-packages secantusdb==0.7.0b3 \
    && mkdir -p /data/db
COPY mongod mongosh /usr/local/bin/
VOLUME /data/db
EXPOSE 27017
CMD ["mongod"]
