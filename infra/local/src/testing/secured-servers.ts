import { copyFile, writeFile } from 'node:fs/promises';
import { raw, sql } from '@closingwire/chassis/pg';
import pg from 'pg';
import { runCommand } from '../command.ts';
import { freePort } from '../ports/free-port.ts';
import { freeServerPorts } from '../ports/server-ports.ts';
import { kafkaProgram } from '../servers/kafka.ts';
import { mongoProgram } from '../servers/mongo.ts';
import type { NativeSettings } from '../servers/native-settings.ts';
import {
  type OrdinaryUser,
  postgresData,
  postgresOn,
  postgresProgram,
  postgresUrlAt,
  postgresUser,
} from '../servers/postgres.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { onScratchPlatform } from './scratch-platform.ts';

/** The user of a secured server that has all rights. */
export const login = { user: 'secured', password: 'right-password' };

type Surroundings = { native: NativeSettings; certificates: Certificates; supervisor: Supervisor };

/** Starts a native server with TLS and passwords; the shared test servers have neither. */
const start = <T extends object>(work: (surroundings: Surroundings) => Promise<T>) =>
  onScratchPlatform(async supervisor => {
    const { dir } = supervisor;
    const certificates = await makeCertificates(dir);
    const native = { dir, ports: await freeServerPorts(), durable: false };
    return { ...(await work({ native, certificates, supervisor })), certificates };
  });

/** The supervisor checks readiness over plain connections of the platform's user. */
const rules = `host all closingwire 127.0.0.1/32 trust
hostssl all all 127.0.0.1/32 scram-sha-256
`;

/** Copies the files into the data folder, where the server's user can read them. */
async function copyPostgresFiles(user: OrdinaryUser, certificates: Certificates): Promise<void> {
  const files = ['server.crt', 'server.key', 'secured.conf'].map(name => `${user.data}/${name}`);
  const [certificate = '', key = '', conf = ''] = files;
  await copyFile(certificates.certificate, certificate);
  await copyFile(certificates.key, key);
  await writeFile(conf, rules);
  if (user.home === 'copied') await runCommand(['chown', '65534:65534', ...files]);
}

/** PostgreSQL that requires TLS and a password; `url` has neither sslmode nor a database. */
export const startSecuredPostgres = () =>
  start(async ({ native, certificates, supervisor }) => {
    // Creates the cluster.
    await postgresProgram(native);
    const user = await postgresUser(postgresData(native.dir));
    await copyPostgresFiles(user, certificates);
    const port = native.ports.postgres;
    const settings = { ssl: 'on', hba_file: `${user.data}/secured.conf` };
    await supervisor.start([await postgresOn(user, { name: 'postgres', port, native, settings })]);
    const adminUrl = postgresUrlAt(port);
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client
      .query(sql`create role ${raw(login.user)} superuser login password '${raw(login.password)}'`)
      .finally(() => client.end());
    return { adminUrl, url: `postgres://${login.user}:${login.password}@localhost:${port}` };
  });

const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
const security = 'org.apache.kafka.common.security';

/** Properties of the TLS listeners: SSL without login, SASL_SSL with every mechanism. */
const kafkaSecurity = (
  certificates: Certificates,
  ports: { plain: number; controller: number } & TlsPorts,
) => ({
  listeners: `PLAINTEXT://127.0.0.1:${ports.plain},CONTROLLER://127.0.0.1:${ports.controller},SSL://127.0.0.1:${ports.ssl},SASL_SSL://127.0.0.1:${ports.sasl}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.plain},SSL://localhost:${ports.ssl},SASL_SSL://localhost:${ports.sasl}`,
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SSL:SSL,SASL_SSL:SASL_SSL',
  'ssl.keystore.type': 'PEM',
  'ssl.keystore.location': certificates.keyAndCertificate,
  'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
  'listener.name.sasl_ssl.plain.sasl.jaas.config': `${security}.plain.PlainLoginModule required user_${login.user}="${login.password}";`,
  'listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config': scram,
  'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': scram,
  // Accepts unsigned tokens.
  'listener.name.sasl_ssl.oauthbearer.sasl.jaas.config': `${security}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="${login.user}";`,
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  'super.users': `User:ANONYMOUS;User:${login.user}`,
});

type TlsPorts = { ssl: number; sasl: number };

const credentials = (name: string) =>
  ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map(
    mechanism => `${mechanism}=[name=${name},password=${login.password}]`,
  );

/** A broker user with the same password and only the rights that a test grants. */
export const limitedUser = 'limited';

/** Kafka with a TLS listener and a TLS listener with logins. Clients of `plainBrokers` have all rights. */
export const startSecuredKafka = () =>
  start(async ({ native, certificates, supervisor }) => {
    const tls = { ssl: await freePort(), sasl: await freePort() };
    const { kafka: plain, kafkaController: controller } = native.ports;
    const program = await kafkaProgram(native, {
      settings: kafkaSecurity(certificates, { plain, controller, ...tls }),
      credentials: [login.user, limitedUser].flatMap(credentials),
    });
    await supervisor.start([program]);
    return {
      plainBrokers: `127.0.0.1:${plain}`,
      tlsBrokers: `localhost:${tls.ssl}`,
      saslBrokers: `localhost:${tls.sasl}`,
    };
  });

/** Starts the document store with TLS and logins. `createUsers` gets the URL of an earlier start without both. */
export const startSecuredMongo = (createUsers: (url: string) => Promise<void>) =>
  start(async ({ native, certificates, supervisor }) => {
    const address = `localhost:${native.ports.mongo}`;
    await supervisor.start([await mongoProgram(native)]);
    await createUsers(`mongodb://127.0.0.1:${native.ports.mongo}/admin?directConnection=true`);
    await supervisor.process('mongo').stop();
    await supervisor.start([await mongoProgram(native, certificates)]);
    return { url: `mongodb://${login.user}:${login.password}@${address}/content?directConnection=true` };
  });
