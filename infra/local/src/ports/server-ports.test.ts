import { expect, test } from 'vitest';
import { configuredPorts } from './server-ports.ts';

const table = { gateway: { variable: 'GATEWAY_PORT', usual: 8080 } };

test('a port is the usual one without its variable', () => {
  expect(configuredPorts(table, {})).toEqual({ gateway: 8080 });
});

test('a variable moves its port', () => {
  expect(configuredPorts(table, { GATEWAY_PORT: '9000' })).toEqual({ gateway: 9000 });
});

test('a variable that names no port is refused', () => {
  expect(() => configuredPorts(table, { GATEWAY_PORT: 'web' })).toThrow('GATEWAY_PORT has to be a port');
});
