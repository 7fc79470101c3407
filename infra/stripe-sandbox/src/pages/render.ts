import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

type PageName = 'checkout' | 'closed' | 'home' | 'invoice' | 'portal';

const templates = Handlebars.create();
const source = (name: string) => readFileSync(new URL(`./templates/${name}.hbs`, import.meta.url), 'utf8');

templates.registerPartial('card-fields', source('card-fields'));
const layout = templates.compile(source('layout'));
const pages: Record<PageName, Handlebars.TemplateDelegate> = {
  checkout: templates.compile(source('checkout')),
  closed: templates.compile(source('closed')),
  portal: templates.compile(source('portal')),
  home: templates.compile(source('home')),
  invoice: templates.compile(source('invoice')),
};

/** Renders an HTML page and escapes every value. `split` puts its sections side by side. */
export function renderPage(name: PageName, title: string, values: object, split = false): string {
  return layout({ title, split, body: pages[name](values) });
}

/** Formats cents: `$150.00`. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);
}
