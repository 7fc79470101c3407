import { describe, expect, test } from 'vitest';
import { dns, type Zone } from '../../test/fake-dns.ts';
import { checkDns } from './check-address.ts';
import { checkClock, checkDisk, checkPorts } from './check-machine.ts';
import { checkBackup, checkReplies, checkTopics } from './check-servers.ts';
import { type Finding, type Looked, report } from './finding.ts';
import { interfaceAddresses, publicDns, readDns } from './read-network.ts';

const linesOf = (findings: readonly Finding[]) => report(findings).lines.slice(0, -1);

const host = 'app.closingwire.com';
const both = { a: ['8.8.4.4'], aaaa: ['2a00:1450::1'] };
const likeOne =
  'warning: DNS: app.closingwire.com has an AAAA record, but all its visitors count as one client, for limits and the audit log; remove it.';

describe('DNS', () => {
  const linesFor = async (zone: Zone | undefined, interfaces: string[], given = '') =>
    linesOf(checkDns(await readDns(host, { PUBLIC_ADDRESS: given }, dns(zone), interfaces)));

  test.each<[string, Zone, string[], string]>([
    ['an interface of this server', { a: ['198.51.100.1'] }, ['198.51.100.1'], ''],
    ['PUBLIC_ADDRESS, behind NAT', { a: ['8.8.4.4'] }, ['10.0.0.2'], '8.8.4.4'],
    ['a private address of this server', { a: ['10.0.0.2'] }, ['10.0.0.2'], ''],
  ])('a record of %s is right', async (_, zone, interfaces, given) => {
    expect(await linesFor(zone, interfaces, given)).toEqual([]);
  });

  test.each<[string, Zone | undefined, string[], string]>([
    [
      'no record',
      {},
      ['8.8.4.4'],
      `DNS: expected an A record of ${host}, got none; create one with the address of this server.`,
    ],
    [
      'a record of another server',
      { a: ['8.8.8.8'] },
      ['8.8.4.4'],
      `DNS: expected ${host} to point to this server (8.8.4.4), got 8.8.8.8; change the record, or set PUBLIC_ADDRESS where another machine forwards to this one.`,
    ],
    [
      'an AAAA record of another server',
      { a: ['8.8.4.4'], aaaa: ['2a00:1450::1'] },
      ['8.8.4.4'],
      `DNS: expected ${host} to point to this server (8.8.4.4), got 2a00:1450::1; remove the AAAA record, or give this server the address.`,
    ],
    [
      'a record that NAT may explain',
      { a: ['8.8.8.8'] },
      ['10.0.0.2'],
      `warning: DNS: ${host} points to 8.8.8.8, and this server has 10.0.0.2; if they belong together, set PUBLIC_ADDRESS to the public address.`,
    ],
    ['an AAAA record of this server', both, ['8.8.4.4', '2a00:1450::1'], likeOne],
    [
      'no DNS',
      undefined,
      ['8.8.4.4'],
      `warning: DNS: ${host} cannot be looked up here (ETIMEOUT); check that it points to this server.`,
    ],
  ])('%s is one sentence', async (_, zone, interfaces, sentence) => {
    expect(await linesFor(zone, interfaces)).toEqual([sentence]);
  });

  test('a DNS without public names is a warning', async () => {
    const facts = await readDns(host, {}, publicDns(dns({})), ['8.8.4.4']);
    expect(linesOf(checkDns(facts))).toEqual([
      `warning: DNS: ${host} cannot be looked up here (the DNS here knows no public names); check that it points to this server.`,
    ]);
  });

  test('a name absent from public DNS is missing', async () => {
    const root = {
      ...dns({}),
      resolve4: (name: string) => dns(name === host ? {} : { a: ['198.41.0.4'] }).resolve4(name),
    };
    expect(linesOf(checkDns(await readDns(host, {}, publicDns(root), ['8.8.4.4'])))).toEqual([
      `DNS: expected an A record of ${host}, got none; create one with the address of this server.`,
    ]);
  });

  test("interfaces of container engines do not count as this server's", () => {
    const address = (value: string, internal = false) => ({ address: value, internal }) as never;
    const interfaces = {
      lo: [address('127.0.0.1', true)],
      eth0: [address('8.8.4.4'), address('fe80::1')],
      docker0: [address('172.17.0.1')],
    };
    expect(interfaceAddresses(interfaces)).toEqual(['8.8.4.4']);
  });
});

test.each<[string, Zone, string[]]>([
  ['addresses of the proxy', { a: ['104.16.0.1'], aaaa: ['2606:4700::1'] }, []],
  ['this server as well', { a: ['104.16.0.1', '8.8.4.4'] }, []],
  [
    'another address',
    { a: ['9.9.9.9'] },
    [
      `warning: DNS: ${host} points to 9.9.9.9, which TRUSTED_PROXY_RANGES does not have; check that these are addresses of your proxy.`,
    ],
  ],
])('behind a proxy the name may point to %s', async (_, zone, lines) => {
  const settings = { TRUSTED_PROXY_RANGES: '104.16.0.0/13, 2606:4700::/32' };
  expect(linesOf(checkDns(await readDns(host, settings, dns(zone), ['8.8.4.4'])))).toEqual(lines);
});

describe('clock', () => {
  test.each<[string, Looked<number>, string[]]>([
    ['some seconds', { kind: 'found', value: -4.4 }, []],
    [
      'a clock behind',
      { kind: 'found', value: -90.2 },
      [
        'clock: expected the right time, got 90 seconds behind; turn on NTP, e.g. `timedatectl set-ntp true`.',
      ],
    ],
    [
      'a clock ahead',
      { kind: 'found', value: 7 },
      ['clock: expected the right time, got 7 seconds ahead; turn on NTP, e.g. `timedatectl set-ntp true`.'],
    ],
    [
      'no server to compare with',
      { kind: 'unknown', reason: 'https://a.com: ENOTFOUND' },
      [
        'warning: clock: cannot be compared with the time of another server (https://a.com: ENOTFOUND); check that NTP runs.',
      ],
    ],
  ])('%s', (_, off, lines) => {
    expect(linesOf(checkClock(off))).toEqual(lines);
  });
});

describe('disk', () => {
  const line = (left: number) => `disk: expected 5120 MB free under /data, got ${left} MB; make room.`;

  test.each<[string, number, string[]]>([
    ['room', 9_000, []],
    ['little room', 3_000.9, [`warning: ${line(3_000)}`]],
    ['hardly any room', 200, [line(200)]],
  ])('%s', (_, value, lines) => {
    expect(linesOf(checkDisk('/data', { kind: 'found', value }))).toEqual(lines);
  });
});

describe('ports', () => {
  const owner = { text: 'process 7 (nginx)', isOwn: false };

  test('a taken port names its owner', () => {
    expect(linesOf(checkPorts([{ name: 'HTTPS_PORT', port: 443, owner }]))).toEqual([
      'HTTPS_PORT: expected port 443 free, got process 7 (nginx) on it; stop that, or set another HTTPS_PORT.',
    ]);
  });

  test('a port of the running product is no finding', () => {
    const own = { text: 'the container closingwire-caddy-1', isOwn: true };
    expect(checkPorts([{ name: 'HTTPS_PORT', port: 443, owner: own }])).toEqual([]);
  });

  test('an invalid port is one sentence', () => {
    expect(linesOf(checkPorts([{ name: 'HTTP_PORT', port: Number.NaN }]))).toEqual([
      'HTTP_PORT: expected a port from 1 to 65535, got another value; correct it.',
    ]);
  });
});

describe('servers', () => {
  test('a server without a reply is one sentence', () => {
    const replies = [
      { item: 'Kafka' as const, setting: 'KAFKA_BROKERS', isSet: true, refusal: 'connect ECONNREFUSED' },
      { item: 'SMTP' as const, setting: 'SMTP_URL', isSet: true },
      { item: 'MongoDB' as const, setting: 'MONGODB_URL', isSet: false },
    ];
    expect(linesOf(checkReplies(replies))).toEqual([
      "Kafka: expected a reply, got 'connect ECONNREFUSED'; check KAFKA_BROKERS and that the server runs.",
      'MONGODB_URL: expected the address of MongoDB, got nothing; set it.',
    ]);
  });

  const different = [
    { topic: 'lead.received', declared: 8, found: 6 },
    { topic: 'zip.assigned', declared: 3, found: 4 },
    { topic: 'zip.released', declared: 3, found: undefined },
  ];

  test('too few partitions are a warning, a missing topic is not', () => {
    expect(linesOf(checkTopics({ different, mayCreate: true }))).toEqual([
      'warning: Kafka topic lead.received: expected 8 partitions, got 6; add some as docs/decisions/0042 describes, while the sources are stopped.',
    ]);
  });

  test('topics that the product must not create are one sentence', () => {
    expect(linesOf(checkTopics({ different, mayCreate: false }))).toContain(
      'Kafka topics: expected zip.released, which the product may not create, got none of them; run the commands that `closingwire topics` prints.',
    );
  });

  const now = new Date('2026-11-25T12:00:00Z');
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

  test.each([
    ['a backup of today', { takenAt: hoursAgo(20), since: hoursAgo(900) }, []],
    ['a new database', { since: hoursAgo(3) }, []],
    ['no database', {}, []],
    [
      'an old backup',
      { takenAt: hoursAgo(60), since: hoursAgo(900) },
      [
        expect.stringMatching(
          /^warning: backup: expected one of the last day, got one of 2026-11-23T00:00:00/,
        ),
      ],
    ],
    [
      'no backup of an older database',
      { since: hoursAgo(60) },
      [
        expect.stringMatching(
          /^warning: backup: expected one of the last day, got none; run `closingwire backup`/,
        ),
      ],
    ],
  ])('%s', (_, facts, lines) => {
    expect(linesOf(checkBackup(facts, now))).toEqual(lines);
  });
});
