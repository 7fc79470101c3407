import { describe, expect, test } from 'vitest';
import { render } from './render.ts';
import { button, facts, type MailContent, paragraph, quote } from './template.ts';

const linkTo = (path: string) => `https://product.example${path}`;
const hostile = `<img src=x onerror="alert('1')"> & Co`;

const content: MailContent = {
  subject: 'Plain subject',
  preview: 'A preview',
  heading: 'A heading',
  body: [],
  reason: 'Because.',
};

describe('a rendered mail', () => {
  test('escapes all product data in its HTML', () => {
    const everywhere: MailContent = {
      subject: hostile,
      preview: hostile,
      heading: hostile,
      body: [
        paragraph(hostile),
        button(hostile, `https://product.example/?q=${hostile}`),
        facts({ [hostile]: hostile }),
        quote(hostile),
      ],
      reason: hostile,
    };
    const { html } = render(everywhere, linkTo);
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/onerror="/);
    expect(html.match(/&lt;img src(&#x3D;|=)x/g)).toHaveLength(10);
  });

  test('writes links with no entity but &amp;', () => {
    const body = [button('Open', 'https://product.example/a?b=1&c=2')];
    const { html } = render({ ...content, body }, linkTo);
    expect(html).toContain('href="https://product.example/a?b=1&amp;c=2"');
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).not.toMatch(/&#/);
  });

  test('keeps line breaks out of its subject', () => {
    const { subject } = render({ ...content, subject: 'Hi\r\nBcc: spy@example.com\u2028x\u0000' }, linkTo);
    expect(subject).toBe('Hi Bcc: spy@example.com x');
  });

  test('has in its text part what the HTML has', () => {
    const body = [
      paragraph('One & two.'),
      button('Open', 'https://product.example/a?b=1&c=2'),
      facts({ ZIP: '90210' }),
      quote('first\nsecond'),
    ];
    const { text } = render({ ...content, body }, linkTo);
    expect(text).toContain('A heading');
    expect(text).toContain('One & two.');
    expect(text).toContain('Open: https://product.example/a?b=1&c=2');
    expect(text).toContain('ZIP: 90210');
    expect(text).toContain('> first\n> second');
    expect(text).toContain('Because.');
    expect(text).not.toMatch(/<[a-z]/i);
  });

  test('names the ways out only where there are some', () => {
    const ways = {
      settings: linkTo('/settings'),
      unsubscribe: linkTo('/unsubscribe?token=abc'),
      postalAddress: 'ClosingWire & Co, 548 Market St, San Francisco, CA 94104',
    };
    const without = render(content, linkTo);
    expect(without.html + without.text).not.toMatch(/Email settings|Unsubscribe|Market St/);
    const notice = render(content, linkTo, ways);
    expect(notice.html).toContain('ClosingWire &amp; Co, 548 Market St, San Francisco, CA 94104</div>');
    expect(notice.text).toContain(`\n${ways.postalAddress}\n`);
    expect(notice.html).toContain(`href="${ways.settings}"`);
    expect(notice.html).toContain(`href="${ways.unsubscribe}"`);
    expect(notice.text).toContain(`Email settings: ${ways.settings}\nUnsubscribe: ${ways.unsubscribe}`);
  });

  test('shows the preview before everything else', () => {
    const { html } = render(content, linkTo);
    const body = html.slice(html.indexOf('<body'));
    expect(body.replace(/<[^>]*>/g, '').trim()).toMatch(/^A preview/);
  });
});
