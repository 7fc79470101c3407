import { renderMail } from '@closingwire/chassis/render-mail';
import { accountChange, secretMail } from '@closingwire/contracts/notifications';
import { secretMailContent } from '@closingwire/contracts/secret-mails';
import { describe, expect, test } from 'vitest';
import type { StoredTemplate } from '../delivery/template.ts';
import { namesLike, templateNamed, templates, titleOf } from './templates.ts';

const linkTo = (path: string) => `https://product.example${path}`;

const samples: Record<string, object> = {
  'confirm-email': { firstName: 'Ada', link: 'https://product.example/confirm?token=abc' },
  'confirm-new-email': {
    firstName: 'Ada',
    oldEmail: 'ada@example.com',
    newEmail: 'ada.new@example.com',
    link: 'https://product.example/confirm?token=abc',
  },
  'allow-new-email': {
    firstName: 'Ada',
    newEmail: 'ada.new@example.com',
    link: 'https://product.example/confirm?token=abc',
    resetLink: 'https://product.example/forgot-password',
  },
  'already-registered': {
    firstName: 'Ada',
    signInLink: 'https://product.example/auth',
    resetLink: 'https://product.example/forgot-password',
  },
  'reset-password': { firstName: 'Ada', link: 'https://product.example/reset#token' },
  'one-time-code': { about: 'sign-in', code: '123456', link: 'https://product.example/verify?token=a' },
  'new-sign-in': {
    firstName: 'Ada',
    device: 'Firefox on Windows',
    address: '192.0.2.7',
    at: '2026-03-02T08:00:00Z',
    settingsLink: 'https://product.example/settings',
  },
  'account-changed': {
    firstName: 'Ada',
    change: 'password-changed',
    from: { device: 'Firefox on Windows', address: '192.0.2.7' },
    at: '2026-03-02T08:00:00Z',
    actionLink: 'https://product.example/forgot-password',
    settingsLink: 'https://product.example/settings#sessions',
  },
  'account-deleted': {},
  'confirm-opt-out': { link: 'https://product.example/opt-out/confirm?token=abc' },
  'opt-out-outcome': {
    outcome: 'approved',
    kinds: ['phone'],
    confirmedAt: '2026-03-02T08:00:00Z',
    decidedAt: '2026-03-05T08:00:00Z',
  },
  welcome: { firstName: 'Ada' },
  'test-email': { firstName: 'Ada' },
  'list-ready': { firstName: 'Ada', zipCode: '90210', city: 'Beverly Hills', state: 'CA', agentCount: 1 },
  'watched-agents': {
    firstName: 'Ada',
    agents: [
      {
        agentId: '0199f0c0-0000-7000-8000-000000000001',
        fullName: 'Zoë Example',
        sales: [
          {
            address1: '2961 Cedar St',
            city: 'Kent',
            state: 'WA',
            zipCode: '98030',
            soldDate: '2026-03-02',
            price: 450_000,
          },
        ],
      },
    ],
  },
  'zip-offer': {
    firstName: 'Ada',
    zipCode: '78701',
    city: 'Austin',
    state: 'TX',
    endsAt: '2026-11-28T15:30:00Z',
  },
  'lists-ready': {
    firstName: 'Ada',
    lists: [
      { zipCode: '90210', city: 'Beverly Hills', state: 'CA', agentCount: 1 },
      { zipCode: '98030', city: 'Kent', state: 'WA', agentCount: 2 },
    ],
  },
  digest: {
    frequency: 'daily',
    timeZone: 'America/Los_Angeles',
    since: '2026-03-01T14:30:00Z',
    through: '2026-03-02T14:30:00Z',
    newAgents: 1,
    newDeals: 0,
    agents: [
      {
        agentId: '01a21b6b-8b45-7830-a921-dffe632396c4',
        fullName: 'Ann Lee',
        brokerageName: null,
        news: 'agent',
        deals: 1,
        total: null,
        side: null,
        email: null,
        phone: '(206) 555-0142',
        sources: [],
        mustNotCall: false,
      },
    ],
  },
  'trial-expiring': { firstName: 'Ada', daysRemaining: 3, zipCount: 2, monthlyAmountCents: 3000 },
  'trial-expired': { firstName: 'Ada', daysRemaining: 0, zipCount: 2, monthlyAmountCents: 3000 },
  'trial-hold-ending': {
    firstName: 'Ada',
    releaseAt: '2026-03-05T10:00:00.000Z',
    zipCodes: ['90210', '98030'],
    monthlyAmountCents: 3000,
  },
  'trial-hold-ended': { firstName: 'Ada', zipCodes: ['90210', '98030'] },
  'payment-failed': {
    firstName: 'Ada',
    amountCents: 1550,
    isRetried: true,
    nextAttemptAt: '2026-03-05T10:00:00.000Z',
  },
  'payment-recovered': { firstName: 'Ada' },
  'subscription-ended': { firstName: 'Ada' },
  'contact-message': { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'A\nB' },
  'lead-flagged': {
    agentName: 'Bob Example',
    closing: '1 Elm St, Kent, WA 98030, sold 2026-02-27',
    reportedBy: 'Ada',
    note: 'Wrong phone',
  },
  'flag-resolved': { firstName: 'Ada', agentName: 'Bob Example', note: 'Wrong phone' },
  'flag-credit': { firstName: 'Ada', zipCode: '90210', amountCents: 1500, refusal: null },
  'zip-removed': {
    ...{ firstName: 'Ada', zipCode: '90210', city: 'Beverly Hills', state: 'CA' },
    removedAt: '2026-03-18T19:00:00Z',
    removal: { effect: 'reduced', monthlyCents: 3_000, chargedFrom: null },
  },
  'flag-taken-back': { firstName: 'Ada', agentName: 'Bob Example', contact: 'phone', note: 'Wrong phone' },
  'flag-confirmed-again': {
    firstName: 'Ada',
    agentName: 'Bob Example',
    contact: 'phone',
    note: 'Wrong phone',
  },
  'flag-confirmed': { firstName: 'Ada', zipCode: '90210', amountCents: 0, refusal: 'trial' },
  'opt-out-review': { kinds: ['phone', 'license'] },
};

const textOf = (name: string, data?: object) =>
  renderMail(templateNamed(name).composeStored(data ?? samples[name], linkTo), linkTo('/')).text;

describe('every template', () => {
  test('has a sample in this test', () => {
    expect(templates.map(({ name }: StoredTemplate) => name).toSorted()).toEqual(
      Object.keys(samples).toSorted(),
    );
  });

  test('has a unique title in plain words', () => {
    const titles = templates.map(({ title }) => title);
    for (const title of titles) expect(title).toMatch(/^[A-Z][A-Za-z -]+$/);
    expect(new Set(titles).size).toBe(titles.length);
    expect([titleOf('list-ready'), titleOf('no-such-mail')]).toEqual(['Lead list ready', 'no-such-mail']);
    expect(namesLike('list READY', ['welcome', 'list-ready'])).toEqual(['list-ready']);
    expect(namesLike('Mail', ['welcome', 'no-such-mail'])).toEqual(['no-such-mail']);
  });

  test.each(Object.keys(samples))('%s has subject, preview and reason', name => {
    const { subject, preview, heading, body, reason } = templateNamed(name).composeStored(
      samples[name],
      linkTo,
    );
    for (const text of [subject, preview, heading, reason]) expect(text).toMatch(/\S/);
    expect(subject.length).toBeLessThanOrEqual(70);
    expect(JSON.stringify({ subject, preview, heading, body, reason })).not.toMatch(/undefined|NaN|null/);
  });

  test('greets users without a first name', () => {
    const headings = Object.entries(samples).map(
      ([name, data]) => templateNamed(name).composeStored({ ...data, firstName: '' }, linkTo).heading,
    );
    expect(headings.filter(heading => /,\s*$|,\s*,/.test(heading))).toEqual([]);
    expect(headings).toContain('Your list is ready');
  });

  test('refuses invalid data', () => {
    expect(() => templateNamed('welcome').composeStored({}, linkTo)).toThrow();
    expect(() => templateNamed('no-such-mail')).toThrow("No mail template is called 'no-such-mail'");
  });
});

const secretMails = Object.entries(samples).flatMap(([template, data]) => {
  const parsed = secretMail.safeParse({ ...data, template });
  return parsed.success ? [parsed.data] : [];
});

test.each(secretMails)('$template has the content that auth sends when it runs alone', mail => {
  expect(templateNamed(mail.template).composeStored(mail, linkTo)).toEqual(secretMailContent(mail));
});

test('every mail that auth asks for has a template', () => {
  expect(new Set(secretMails.map(({ template }) => template)).size).toBe(secretMail.options.length);
});

describe('the words of a mail', () => {
  test('use singular and plural', () => {
    const { preview } = templateNamed('list-ready').composeStored(samples['list-ready'], linkTo);
    expect(preview).toContain('1 recent closing in');
  });

  test('say when a trial ends', () => {
    const subjectFor = (daysRemaining: number) =>
      templateNamed('trial-expiring').composeStored({ ...samples['trial-expiring'], daysRemaining }, linkTo)
        .subject;
    expect(subjectFor(7)).toBe('Your free trial ends in 7 days');
    expect(subjectFor(1)).toBe('Your free trial ends in 1 day');
    expect(subjectFor(0)).toBe('Your free trial ends today');
  });

  test('show amounts in dollars', () => {
    expect(textOf('trial-expiring')).toContain('A month: $30');
    expect(textOf('payment-failed')).toContain('$15.50');
  });

  test('say when a failed charge is retried', () => {
    const text = textOf('payment-failed');
    expect(text).toContain('Your lists stay open while we try again. The next try is on March 5, 2026.');
    expect(text).toContain('https://product.example/api/stripe/customer-portal');
  });

  test('say that a declined card started nothing', () => {
    const declined = { ...samples['payment-failed'], isRetried: false, nextAttemptAt: null };
    const text = textOf('payment-failed', declined);
    expect(text).toContain('$15.50 was not charged and your subscription did not start');
    expect(text).not.toMatch(/next try|try again/);
  });

  test('say until when ZIP codes are kept', () => {
    const { subject } = templateNamed('trial-hold-ending').composeStored(
      samples['trial-hold-ending'],
      linkTo,
    );
    expect(subject).toBe('We keep your 2 ZIP codes until March 5, 2026');
    const text = textOf('trial-hold-ending');
    expect(text).toContain('ZIP codes: 90210, 98030');
    expect(text).toContain('A month: $30');
    expect(text).toContain('https://product.example/dashboard');
  });

  test('do not call an ended subscription a trial', () => {
    expect(textOf('subscription-ended')).not.toMatch(/trial/i);
  });

  test('name the account that asked for a new address', () => {
    const text = textOf('confirm-new-email');
    expect(text).toContain('Address now: ada@example.com');
    expect(text).toContain('New address: ada.new@example.com');
    expect(text).not.toMatch(/welcome|there is no account/i);
  });

  test('say when the old address must confirm', () => {
    expect(textOf('confirm-new-email')).toContain('from then on you sign in');
    const text = textOf('confirm-new-email', { ...samples['confirm-new-email'], needsOldEmail: true });
    expect(text).toContain('We mailed a link to ada@example.com, too');
    expect(text).not.toMatch(/from then on|One click/);
  });

  test('say that a change without the password was refused', () => {
    for (const template of ['confirm-new-email', 'allow-new-email'] as const) {
      const text = textOf(template, { ...samples[template], awaitsPassword: true });
      expect(text).toContain('nothing was changed');
      expect(text).not.toMatch(/from then on|One click|agree/);
    }
  });

  test.each(accountChange.options)('say where and when for %s', change => {
    const text = textOf('account-changed', { ...samples['account-changed'], change });
    expect(text).toContain('Firefox on Windows');
    expect(text).toContain('March 2, 2026 at 8:00');
    expect(text).toContain('https://product.example/settings#sessions');
  });

  test('say that a reset link lives 1 hour', () => {
    expect(textOf('reset-password')).toContain('expires in 1 hour');
  });
});

test('a change by an administrator names no place', () => {
  const change = 'email-changed-by-admin';
  const text = textOf('account-changed', {
    ...samples['account-changed'],
    change,
    from: undefined,
  });
  expect(text).toContain('An administrator gave your account another email address');
  expect(text).toContain('March 2, 2026 at 8:00');
  expect(text).not.toMatch(/Browser|Network address|If it was you/);
});

describe('mails about an opt-out', () => {
  test('say that nothing happens without a click', () => {
    const text = textOf('confirm-opt-out');
    expect(text).toContain('expires in 7 days');
    expect(text).toContain('If you did not ask for this, do nothing');
  });

  test.each([
    [
      'approved',
      ['phone', 'license'],
      [
        'Email address: Out of our lists since March 2, 2026',
        'Phone number: Out of our lists since March 5, 2026',
        'License number: Out of our lists since March 5, 2026',
        'https://product.example/contact',
      ],
    ],
    [
      'refused',
      ['phone'],
      [
        'Email address: Out of our lists since March 2, 2026',
        'Phone number: Refused',
        'The reason: ',
        'reply to this email or write to us',
        'https://product.example/contact',
      ],
    ],
    [
      'undone',
      ['email', 'phone'],
      [
        'An administrator has undone this request',
        'your other requests are as they were',
        'Email address: No longer left out since March 5, 2026',
        'Phone number: No longer left out',
        'https://product.example/opt-out',
      ],
    ],
  ])('that was %s say the result and what to do', (outcome, kinds, phrases) => {
    const text = textOf('opt-out-outcome', {
      outcome,
      kinds,
      confirmedAt: '2026-03-02T08:00:00Z',
      decidedAt: '2026-03-05T08:00:00Z',
    });
    for (const phrase of phrases) expect(text).toContain(phrase);
  });

  test('to review name no user', () => {
    const text = textOf('opt-out-review');
    expect(text).toContain('To decide on: Phone, License number');
    expect(text).toContain('https://product.example/admin/operations?tab=opt-outs');
  });
});

describe('the outcome of an opt-out', () => {
  test.each([
    ['refused', ['phone'], 'Your email address is out of our lists. Your phone number is not.'],
    [
      'refused',
      ['phone', 'license'],
      'Your email address is out of our lists. Your phone number and license number are not.',
    ],
    ['undone', ['email'], 'Your email address is no longer left out by it.'],
    ['undone', ['email', 'phone'], 'Your email address and phone number are no longer left out by it.'],
    ['undone', [], 'Another request still leaves out what it named.'],
  ])('%s of %s has its sentence', (outcome, kinds, sentence) => {
    const given = { ...samples['opt-out-outcome'], outcome, kinds };
    expect(templateNamed('opt-out-outcome').composeStored(given, linkTo).preview).toBe(sentence);
  });

  test('undone does not put an agent with another request back in the lists', () => {
    const text = textOf('opt-out-outcome', {
      ...samples['opt-out-outcome'],
      outcome: 'undone',
      kinds: [],
    });
    expect(text).toContain('Another request still leaves out of our lists what it named');
    expect(text).not.toMatch(/no longer|again/);
  });
});

test('a stored mail with the earlier names of its facts has the same text', () => {
  const { from: _from, settingsLink, ...sample } = samples['account-changed'] as Record<string, unknown>;
  const earlier = {
    ...sample,
    device: 'Firefox on Windows',
    address: '192.0.2.7',
    sessionsLink: settingsLink,
  };
  expect(textOf('account-changed', earlier)).toBe(textOf('account-changed'));
});

test.each(['api-key-made', 'api-key-rolled', 'api-key-revoked'])('%s leads to the keys', change => {
  expect(textOf('account-changed', { ...samples['account-changed'], change })).toContain('See your API keys');
});

describe('a mail about an API key', () => {
  const textAbout = (apiKey: object) =>
    textOf('account-changed', { ...samples['account-changed'], change: 'api-key-rolled', apiKey });
  const key = { name: 'My\nCRM', prefix: 'cw_12345678' };

  test('names it by its name and visible prefix', () => {
    expect(textAbout(key)).toContain('API key: My CRM (cw_12345678…)');
    expect(textAbout(key)).not.toContain('Old key');
  });

  test.each([
    ['2026-03-03T09:30:00Z', 'cw_87654321…, works until March 3, 2026 at 9:30'],
    ['2026-03-02T08:00:00Z', 'cw_87654321…, no longer works'],
  ])('says of a rolled key that ends at %s: %s', (worksUntil, words) => {
    const text = textAbout({ ...key, replaces: { prefix: 'cw_87654321', worksUntil } });
    expect(text).toContain(`Old key: ${words}`);
  });
});

test.each(Object.keys(samples))('%s writes "email", not "e-mail"', name => {
  const { subject, text } = renderMail(templateNamed(name).composeStored(samples[name], linkTo), linkTo('/'));
  expect(subject + text).not.toMatch(/e-mail/i);
});
