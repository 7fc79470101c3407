import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { expectDistinctPorts, expectFreePorts } from './expect-free-ports.ts';
import { freePort } from './free-port.ts';

test('a taken port names its owner and its variable', async () => {
  const owner = createServer().listen(0, '127.0.0.1');
  await once(owner, 'listening');
  const { port } = owner.address() as AddressInfo;
  try {
    await expect(expectFreePorts([{ what: 'gateway', variable: 'GATEWAY_PORT', port }])).rejects.toThrow(
      new RegExp(`Port ${port} of gateway is taken by process ${process.pid} .*GATEWAY_PORT=${port + 1000}`),
    );
  } finally {
    owner.close();
  }
});

test('free ports cause no error', async () => {
  await expectFreePorts([{ what: 'gateway', variable: 'GATEWAY_PORT', port: await freePort() }]);
});

test('a port wanted twice names both variables', () => {
  const wanted = [
    { variable: 'AUTH_PORT', port: 8101 },
    { variable: 'GATEWAY_PORT', port: 8101 },
  ];
  expect(() => expectDistinctPorts(wanted)).toThrow('AUTH_PORT and GATEWAY_PORT are both 8101');
});
