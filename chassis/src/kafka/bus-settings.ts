import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { KafkaConfig, OauthbearerProviderResponse, SASLOptions } from 'kafkajs';
import { z } from 'zod';
import { AppError } from '../process/app-error.ts';
import { kafkaConfig, readConfig } from '../process/config.ts';
import type { TopicPolicy } from './topics.ts';

const schema = z.object(kafkaConfig);

export type KafkaSettings = z.output<typeof schema>;

/** Addresses, TLS and login of the brokers. */
export type Connection = Pick<KafkaConfig, 'ssl'> & { brokers: string[]; sasl?: SASLOptions };

export type BusSettings = Connection & { topicPrefix: string; topicPolicy: TopicPolicy };

/** Counts as a broker that is away: the token server may reply later. */
const noToken = (reason: string, cause?: unknown) =>
  new AppError('unavailable', 'no_kafka_token', `KAFKA_OAUTH_MODULE: ${reason}`, { cause });

/** Gets the token of each new connection from the operator's module. */
const tokensFrom = (path: string) => async (): Promise<OauthbearerProviderResponse> => {
  const { default: provide } = await import(pathToFileURL(path).href).catch(error => {
    throw noToken(`expected a module in ${path}; got ${error}`);
  });
  if (typeof provide !== 'function')
    throw noToken(`expected a function as the default export of ${path}; got ${typeof provide}`);
  const token = await (async () => provide())().catch(error => {
    throw noToken(`expected a token from ${path}; got ${error}`);
  });
  if (typeof token?.value === 'string') return token;
  throw noToken(`expected { value } with a token from ${path}; got a value that is ${typeof token?.value}`);
};

function saslOf(config: KafkaSettings): SASLOptions | undefined {
  const {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_USERNAME: username = '',
    KAFKA_PASSWORD: password = '',
  } = config;
  if (mechanism === undefined) return undefined;
  if (mechanism !== 'oauthbearer') return { mechanism, username, password } as SASLOptions;
  return { mechanism, oauthBearerProvider: tokensFrom(config.KAFKA_OAUTH_MODULE ?? '') };
}

const sslOf = ({ KAFKA_CA_FILE: caFile }: KafkaSettings) =>
  caFile === undefined ? true : { ca: [readFileSync(caFile, 'utf8')] };

/** Returns the cluster's settings for `openBus` and `kafkaClient`. */
export function busSettings(config: KafkaSettings): BusSettings {
  const sasl = saslOf(config);
  return {
    brokers: config.KAFKA_BROKERS,
    ...(config.KAFKA_TLS && { ssl: sslOf(config) }),
    ...(sasl && { sasl }),
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    topicPolicy: {
      replicationFactor: config.KAFKA_REPLICATION_FACTOR,
      partitions: config.KAFKA_PARTITIONS,
      mayCreate: config.KAFKA_CREATE_TOPICS,
    },
  };
}

/** Reads the settings from the environment, for command lines; prints invalid ones and exits 1. */
export const readBusSettings = (env?: Record<string, string | undefined>): BusSettings =>
  busSettings(readConfig(schema, env));
