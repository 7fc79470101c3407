import { webhookHeaders } from '@closingwire/contracts/catalog';
import { jsonName, leadFields } from '@closingwire/contracts/lead-fields';
import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Operation = {
  tags: string[];
  security: Record<string, []>[];
  description?: string;
  parameters?: { name: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: { required?: string[] }; example: string }> };
  responses: Record<string, Reply>;
};
type Reply = {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Record<string, { schema: { required: string[] } }>;
};
type Document = {
  openapi: string;
  info: { description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { responses: Record<string, Reply> };
};

let document: Document;
const operation = (method: string, path: string) => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`There is no ${method} ${path}`);
  return found;
};
const credentialsOf = ({ security }: Operation) => security.flatMap(names => Object.keys(names));

beforeAll(async () => {
  document = JSON.parse(await openApiDocument('https://closingwire.example.com'));
});

describe('the reference', () => {
  test('begins with what a partner needs', () => {
    expect(document.info.description).toContain('https://closingwire.example.com/api/v1/agents-properties');
    expect(document.tags[0]?.name).toBe('Partner API');
    expect(document.tags.slice(-2).map(({ name }) => name)).toEqual(['Admin', 'Other systems']);
    const ofPartners = Object.entries(document.paths).filter(([, item]) =>
      Object.values(item).some(({ tags }) => tags[0] === 'Partner API'),
    );
    expect(ofPartners.map(([path]) => path)).toEqual([
      '/api/v1/agents-properties',
      '/api/v1/leads',
      '/api/v1/leads/batches/{batchId}',
      '/api/v1/leads/retractions',
    ]);
  });

  test('groups every call', () => {
    const names = document.tags.map(({ name }) => name);
    for (const item of Object.values(document.paths))
      for (const { tags } of Object.values(item)) expect(names).toContain(tags[0]);
  });

  test('names the credentials that a call takes', () => {
    expect(credentialsOf(operation('get', '/api/v1/agents-properties'))).toEqual(['apiKey']);
    expect(credentialsOf(operation('post', '/api/v1/leads'))).toEqual(['ingestionKey']);
    expect(credentialsOf(operation('get', '/api/lead-lists'))).toEqual(['session', 'accessToken']);
    expect(credentialsOf(operation('post', '/api/auth/signup'))).toEqual([]);
  });

  test('describes what a partner may ask', () => {
    const { parameters = [], responses } = operation('get', '/api/v1/agents-properties');
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    expect(parameters.find(({ name }) => name === 'dateFrom')?.description).toContain('6 days ago');
    expect(responses['400']?.content).toHaveProperty(['application/problem+json']);
  });
});

describe('the call that delivers leads', () => {
  test('lists each column, its place in JSON and whether it is required', () => {
    const { description = '' } = operation('post', '/api/v1/leads');
    for (const field of leadFields) {
      const names = `| \`${field.column}\` | \`${jsonName(field)}\` |`;
      expect(description).toContain(`${names} ${field.required ? 'yes' : ''} |`);
    }
  });

  test('shows each body and its reply', () => {
    const { requestBody, responses } = operation('post', '/api/v1/leads');
    expect(Object.keys(requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-ndjson',
      'text/csv',
      'application/octet-stream',
    ]);
    for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
      expect(schema).toHaveProperty('type');
      expect(example.length).toBeGreaterThan(0);
    }
    expect(responses['200']?.content?.['application/json']?.schema.required).toContain('rejects');
    const refused = ['400', '401', '408', '413', '415', '429', '431', '500', '503', '504'];
    expect(Object.keys(responses)).toEqual(['200', ...refused, 'default']);
  });
});

describe('the refusals of every call', () => {
  const replyOf = ({ responses }: Operation, status: string): Reply | undefined => {
    const { $ref } = responses[status] ?? {};
    return $ref ? document.components.responses[$ref.split('/').at(-1) ?? ''] : responses[status];
  };
  const calls = () =>
    Object.entries(document.paths)
      // A subtree is another protocol, whose refusals have a shape of their own.
      .filter(([path]) => !path.endsWith('/{path}'))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, called]) => ({ name: `${method} ${path}`, method, called })),
      );

  test('are problem documents', () => {
    for (const { name, called } of calls())
      for (const status of Object.keys(called.responses).filter(it => /^[45]/.test(it)))
        expect(replyOf(called, status)?.content, `${name} ${status}`).toHaveProperty([
          'application/problem+json',
        ]);
  });

  test('name what the gateway limits and cannot read, and how long to wait', () => {
    for (const { name, called } of calls()) {
      for (const status of ['400', '429', '431', '500', '503', '504'])
        expect(replyOf(called, status), `${name} ${status}`).toBeDefined();
      for (const status of ['429', '503'])
        expect(replyOf(called, status)?.headers, `${name} ${status}`).toHaveProperty('Retry-After');
    }
  });

  test('name 401 where somebody must sign in, 403 where they may be suspended or on another site', () => {
    for (const { name, method, called } of calls()) {
      const credentials = credentialsOf(called);
      if (credentials.length > 0) expect(replyOf(called, '401'), name).toBeDefined();
      const isBySession = credentials.includes('session');
      if (isBySession) expect(replyOf(called, '403')?.description, name).toContain('account_suspended');
      if (method !== 'get' && (isBySession || credentials.length === 0))
        expect(replyOf(called, '403')?.description, name).toContain('cross_origin');
    }
  });

  test('name 408, 413 and 415 where there is a body', () => {
    for (const { name, called } of calls().filter(({ called }) => called.requestBody))
      for (const status of ['408', '413', '415'])
        expect(replyOf(called, status), `${name} ${status}`).toBeDefined();
  });

  test('describe what the call itself refuses', () => {
    const described = (method: string, path: string, status: string) =>
      replyOf(operation(method, path), status)?.description;
    expect(described('delete', '/api/subscriptions/{id}', '404')).toContain('`subscription_unknown`');
    expect(described('post', '/api/subscribe/bulk', '409')).toContain('`zip_taken`');
    expect(described('put', '/api/user/company', '409')).toContain('`industry_set`');
    expect(described('get', '/api/agents/{zip}', '404')).toContain('`not_found`');
    expect(described('delete', '/api/user/api-keys/{keyId}', '404')).toContain('`api_key_not_found`');
  });
});

test('the webhook is described with its signature and retries', () => {
  const { parameters, description, requestBody } = document.webhooks.zipAssigned?.post ?? {};
  expect(parameters?.map(({ name }) => name)).toEqual(Object.keys(webhookHeaders));
  expect(requestBody?.content['application/json']?.schema.required).toEqual([
    'zip',
    'email',
    'name',
    'userid',
  ]);
  expect(description).toMatch(/within 15 seconds.*retried 10 times over 75 hours/s);
});
