/** Node's codes for a certificate that no trusted CA signed. */
const untrusted =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)|CERT_(HAS_EXPIRED|NOT_YET_VALID|SIGNATURE_FAILURE|UNTRUSTED)|INVALID_CA)$/;

type Failure = Error & { code?: unknown; type?: unknown; cause?: unknown; reason?: unknown };

/** The error and its causes, outermost first. */
function* chainOf(error: unknown): Generator<Failure> {
  for (let link = error; link instanceof Error; link = (link as Failure).cause) yield link as Failure;
}

/** The settings of the connection. */
export type ConnectionNames = { caFile: string; address: string; login: string };

function sentenceFor({ name, code, type, message }: Failure, names: ConnectionNames): string | undefined {
  const got = `got: ${message}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `expected a certificate for the host in ${names.address}; ${got}`;
  }
  if (typeof code === 'string' && untrusted.test(code)) {
    return `expected a valid certificate that a CA in ${names.caFile} has signed; ${got}`;
  }
  if (name === 'KafkaJSSASLAuthenticationError' || code === '28P01' || code === '28000' || code === 18) {
    return `expected a user and password that the server accepts in ${names.login}; ${got}`;
  }
  if (typeof type === 'string' && type.endsWith('AUTHORIZATION_FAILED')) {
    return `expected the rights of the user in ${names.login}; got ${type}: ${message}`;
  }
  return undefined;
}

/** Returns why a server refused the connection and which settings to check; undefined for other failures. */
export function refusalOf(error: unknown, names: ConnectionNames): string | undefined {
  for (const link of chainOf(error)) {
    const sentence = sentenceFor(link, names);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}
