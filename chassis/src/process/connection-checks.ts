import type { z } from 'zod';

type Settings = Readonly<Record<string, unknown>>;
type Context = z.RefinementCtx<unknown>;
type Refuse = (name: string, expected: string) => void;

/** Returns a parameter of a URL; `URL` cannot parse the several hosts of MongoDB's. */
function parameterOf(url: unknown, name: string): string | undefined {
  const [, query = ''] = String(url ?? '').split('?', 2);
  return new URLSearchParams(query).get(name) ?? undefined;
}

function checkSasl(config: Settings, refuse: Refuse): void {
  const mechanism = config.KAFKA_SASL_MECHANISM;
  const needed = mechanism === 'oauthbearer' ? ['KAFKA_OAUTH_MODULE'] : ['KAFKA_USERNAME', 'KAFKA_PASSWORD'];
  if (mechanism === undefined) {
    const given = ['KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_OAUTH_MODULE'].find(name => config[name]);
    if (given) refuse('KAFKA_SASL_MECHANISM', `a mechanism, because ${given} is set`);
    return;
  }
  for (const name of needed) {
    if (!config[name]) refuse(name, `a value, because KAFKA_SASL_MECHANISM is ${mechanism}`);
  }
  const sendsSecret = mechanism === 'plain' || mechanism === 'oauthbearer';
  const isPublic = String(config.PUBLIC_URL ?? '').startsWith('https:');
  if (sendsSecret && isPublic && !config.KAFKA_TLS) {
    refuse('KAFKA_TLS', `true, because KAFKA_SASL_MECHANISM=${mechanism} sends its secret as plain text`);
  }
}

function checkKafka(config: Settings, refuse: Refuse): void {
  if (config.KAFKA_CA_FILE && !config.KAFKA_TLS) refuse('KAFKA_CA_FILE', 'KAFKA_TLS=true beside it');
  checkSasl(config, refuse);
}

function checkPostgres(config: Settings, refuse: Refuse): void {
  for (const name of ['DATABASE_URL', 'DATABASE_STANDBY_URL', 'POSTGRES_URL']) {
    const url = config[name];
    if (!url) continue;
    const mode = parameterOf(url, 'sslmode') ?? 'disable';
    const hasCa = config.POSTGRES_CA_FILE !== undefined;
    if (hasCa && mode === 'disable') refuse('POSTGRES_CA_FILE', `sslmode=verify-full in ${name} beside it`);
    if (!hasCa && mode === 'verify-ca' && !parameterOf(url, 'sslrootcert')) {
      refuse('POSTGRES_CA_FILE', `a file, because ${name} has sslmode=verify-ca`);
    }
  }
}

function checkMongo({ MONGODB_CA_FILE: caFile, MONGODB_URL: url }: Settings, refuse: Refuse): void {
  const isEncrypted =
    String(url).startsWith('mongodb+srv:') || (parameterOf(url, 'tls') ?? parameterOf(url, 'ssl')) === 'true';
  if (caFile && !isEncrypted) refuse('MONGODB_CA_FILE', 'tls=true in MONGODB_URL beside it');
}

function checkSmtp({ SMTP_CA_FILE: caFile, SMTP_URL: url }: Settings, refuse: Refuse): void {
  const isEncrypted = String(url).startsWith('smtps:') || parameterOf(url, 'requireTLS') === 'true';
  // SMTP_CA_FILE without SMTP_URL is valid: auth can leave its mail to notifications and share its settings file.
  if (caFile && url !== undefined && !isEncrypted)
    refuse('SMTP_CA_FILE', 'smtps:// or requireTLS=true in SMTP_URL beside it');
}

/** Refuses contradicting connection settings. Settings that the process does not read are absent. */
export function checkConnections(settings: unknown, context: Context): void {
  const config = settings as Settings;
  const refuse: Refuse = (name, expected) =>
    context.addIssue({ code: 'custom', path: [name], message: expected });
  checkKafka(config, refuse);
  checkPostgres(config, refuse);
  checkMongo(config, refuse);
  checkSmtp(config, refuse);
}
