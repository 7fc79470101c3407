FROM debian:12-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client-15 libicu72 libxml2 libxslt1.1 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 999 --home-dir /var/lib/postgresql postgres && mkdir -p /var/lib/postgresql && chown postgres /var/lib/postgresql
COPY native /usr/lib/postgresql/18
COPY postgres-entrypoint.sh /usr/local/bin/
# The client's psql and pg_isready stay reachable behind the server's own.
ENV PATH=/usr/lib/postgresql/18/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["postgres-entrypoint.sh"]
CMD ["postgres"]
