import {
  button,
  contact,
  facts,
  type MailContent,
  paragraph,
  quote,
} from '@closingwire/contracts/mail-content';
import { describe, expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

const home = 'https://product.example/';
const hostile = `<img src=x onerror="alert('1')"> & Co`;

const content: MailContent = {
  subject: 'Plain subject',
  preview: 'A preview',
  heading: 'A heading',
  body: [],
  reason: 'Because.',
};

describe('a rendered mail', () => {
  test('escapes all text in its HTML', () => {
    const everywhere: MailContent = {
      subject: hostile,
      preview: hostile,
      heading: hostile,
      body: [
        paragraph(hostile),
        button(hostile, `https://product.example/?q=${hostile}`),
        facts({ [hostile]: hostile }),
        quote(hostile),
        contact({ name: hostile, lines: [hostile], links: [{ label: hostile, url: 'tel:+12065550142' }] }),
      ],
      reason: hostile,
    };
    const { html } = renderMail(everywhere, home);
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/onerror="/);
    expect(html.match(/&lt;img src(&#x3D;|=)x/g)).toHaveLength(13);
  });

  test('escapes only & in links', () => {
    const body = [button('Open', 'https://product.example/a?b=1&c=2')];
    const { html } = renderMail({ ...content, body }, home);
    expect(html).toContain('href="https://product.example/a?b=1&amp;c=2"');
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).not.toMatch(/&#/);
  });

  test('links the number and the address of a contact', () => {
    const links = [
      { label: 'Call', url: 'tel:+12065550142' },
      { label: 'Email', url: 'mailto:ann%2Blee@example.com' },
    ];
    const { html } = renderMail({ ...content, body: [contact({ name: 'Ann Lee', lines: [], links })] }, home);
    expect(html).toContain('href="tel:+12065550142"');
    expect(html).toContain('href="mailto:ann%2Blee@example.com"');
  });
});

describe('a mail', () => {
  test('has no line break in its subject', () => {
    const { subject } = renderMail({ ...content, subject: 'Hi\r\nBcc: spy@example.com\u2028x\u0000' }, home);
    expect(subject).toBe('Hi Bcc: spy@example.com x');
  });

  test('has the same words in its text part', () => {
    const body = [
      paragraph('One & two.'),
      button('Open', 'https://product.example/a?b=1&c=2'),
      facts({ ZIP: '90210' }),
      quote('first\nsecond'),
      contact({
        name: 'Ann Lee',
        lines: ['Example & Co.'],
        links: [{ label: 'Call (206) 555-0142', url: 'tel:+12065550142' }],
      }),
    ];
    const { text } = renderMail({ ...content, body }, home);
    expect(text).toContain('A heading');
    expect(text).toContain('One & two.');
    expect(text).toContain('Open: https://product.example/a?b=1&c=2');
    expect(text).toContain('ZIP: 90210');
    expect(text).toContain('> first\n> second');
    expect(text).toContain('Ann Lee\nExample & Co.\nCall (206) 555-0142: tel:+12065550142');
    expect(text).toContain('Because.');
    expect(text).not.toMatch(/<[a-z]/i);
  });

  test('shows the footer only when it is given', () => {
    const footer = {
      settings: `${home}settings`,
      unsubscribe: `${home}unsubscribe?token=abc`,
      postalAddress: 'ClosingWire & Co, 548 Market St, San Francisco, CA 94104',
    };
    const without = renderMail(content, home);
    expect(without.html + without.text).not.toMatch(/Email settings|Unsubscribe|Market St/);
    const notice = renderMail(content, home, footer);
    expect(notice.html).toContain('ClosingWire &amp; Co, 548 Market St, San Francisco, CA 94104</div>');
    expect(notice.text).toContain(`\n${footer.postalAddress}\n`);
    expect(notice.html).toContain(`href="${footer.settings}"`);
    expect(notice.html).toContain(`href="${footer.unsubscribe}"`);
    expect(notice.text).toContain(`Email settings: ${footer.settings}\nUnsubscribe: ${footer.unsubscribe}`);
  });

  test('begins with the preview', () => {
    const { html } = renderMail(content, home);
    const body = html.slice(html.indexOf('<body'));
    expect(body.replace(/<[^>]*>/g, '').trim()).toMatch(/^A preview/);
  });
});
