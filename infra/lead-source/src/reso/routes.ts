import { AppError } from '@closingwire/chassis/app-error';
import { contextOf } from '@closingwire/chassis/handlers';
import express from 'express';
import type { ResoData, Source } from './data.ts';
import { isDialectName } from './dialects.ts';
import { metadataOf, serviceDocument } from './metadata.ts';
import { acceptsGzip, sendJson, sendText, sendThrown, versionOf } from './reply.ts';
import { sendResource } from './rows-route.ts';
import type { Tokens } from './tokens.ts';

type Options = { data: ResoData; tokens: Tokens };
type Exchange = { request: express.Request; response: express.Response };

/** Serves the RESO Web API below /reso, in one base path for each dialect. */
export function resoRoutes({ data, tokens }: Options): (app: express.Router) => void {
  return app => {
    app.use('/reso', (_request, response, next) => {
      response.setHeader('odata-version', '4.0');
      response.setHeader('cache-control', 'no-store');
      next();
    });
    const form = express.urlencoded({ extended: false, limit: '10kb' });
    app.post(['/reso/oauth2/token', '/reso/:dialect/oauth2/token'], form, (request, response) => {
      sendToken(tokens, { request, response });
    });
    app.get(['/reso/:dialect', '/reso/:dialect/:target'], (request, response) =>
      orError({ request, response }, exchange => serve({ data, tokens }, exchange)),
    );
    app.all('/reso/{*path}', (request, response) =>
      orError({ request, response }, async () => {
        if (request.method === 'GET')
          throw new AppError('missing', 'not_found', 'The service has no such path');
        throw new AppError(
          'not-implemented',
          'not_supported',
          `The method ${request.method} is not supported`,
        );
      }),
    );
  };
}

function orError(exchange: Exchange, run: (exchange: Exchange) => Promise<void>): Promise<void> {
  const { log } = contextOf(exchange.request);
  return run(exchange).catch(error =>
    sendThrown(exchange.response, error, err => log.error({ err }, 'RESO request failed')),
  );
}

async function serve({ data, tokens }: Options, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { dialect: name = '', target } = request.params as { dialect?: string; target?: string };
  if (!isDialectName(name)) throw new AppError('missing', 'not_found', `There is no dialect '${name}'`);
  response.setHeader('odata-version', versionOf(request));
  const source = await data.source(name);
  const isForRows = target !== undefined && !target.startsWith('$');
  const planned = isForRows
    ? source.plan.begin({ at: data.now().toISOString(), url: request.originalUrl })
    : undefined;
  if (planned?.kind === 'expired-token') tokens.expireAll();
  admit(source, tokens, request);
  const { feed } = source;
  const root = `${request.protocol}://${request.get('host') ?? 'localhost'}/reso/${name}`;
  if (target === undefined) return sendJson(exchange, serviceDocument(root));
  if (target === '$metadata') return sendText(exchange, 'application/xml', [metadataOf(feed.dialect)]);
  await sendResource(target, { source, root, now: data.now().toISOString(), planned }, exchange);
}

/** Throws unless the client may send this request now. MLS Grid checks the encoding first. */
function admit(source: Source, tokens: Tokens, request: express.Request): void {
  if (source.feed.dialect.requiresGzip && !acceptsGzip(request)) {
    throw new AppError('invalid', 'compression_required', 'Expected the header Accept-Encoding: gzip');
  }
  tokens.check(request.get('authorization'));
  if (!source.isLicensed)
    throw new AppError('denied', 'not_licensed', 'This client has no license for the feed');
  if (source.areLimitsOn) source.countRequest();
}

/** Replies to a request for a token as RFC 6749, section 4.4, requires. */
function sendToken(tokens: Tokens, { request, response }: Exchange): void {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const textOf = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  if (textOf('grant_type') !== 'client_credentials') {
    response
      .status(400)
      .json({ error: 'unsupported_grant_type', error_description: 'Expected client_credentials' });
    return;
  }
  try {
    tokens.checkClient(basicOf(request) ?? { id: textOf('client_id'), secret: textOf('client_secret') });
    response.json(tokens.issue());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    response.setHeader('www-authenticate', 'Basic');
    response.status(401).json({ error: error.code, error_description: error.message });
  }
}

/** Returns the credentials of HTTP Basic, which RFC 6749 encodes like a form. */
function basicOf(request: express.Request): { id: string; secret: string } | undefined {
  const encoded = /^Basic (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  const decoded = (text: string) => new URLSearchParams(`text=${text}`).get('text') ?? '';
  return { id: decoded(id), secret: decoded(rest.join(':')) };
}
