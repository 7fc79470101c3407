import { structuredDataOfferUsd } from '@closingwire/contracts/prices';
import { siteOrigin } from '../../lib/site-origin.ts';
import { head } from './copy.ts';

const organization = {
  '@type': 'Organization',
  '@id': `${siteOrigin}/#organization`,
  name: 'ClosingWire',
  url: siteOrigin,
  logo: `${siteOrigin}/favicon.svg`,
  // Placeholders until support has a phone number and the product has profiles.
  contactPoint: { '@type': 'ContactPoint', telephone: '+1-555-555-0100', contactType: 'customer support' },
  sameAs: ['https://social.example.com/closingwire'],
};

const graph = {
  '@context': 'https://schema.org',
  '@graph': [
    organization,
    {
      '@type': 'WebSite',
      name: 'ClosingWire',
      url: siteOrigin,
      publisher: { '@id': organization['@id'] },
      potentialAction: {
        '@type': 'SearchAction',
        target: `${siteOrigin}/help?search={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': 'Service',
      name: 'Real estate agent contact lists by ZIP code',
      serviceType: 'Lead Generation',
      description: head.description,
      provider: { '@id': organization['@id'] },
      areaServed: { '@type': 'Country', name: 'United States' },
      offers: {
        '@type': 'Offer',
        price: structuredDataOfferUsd,
        priceCurrency: 'USD',
        description: 'per month',
      },
    },
  ],
};

const json = JSON.stringify(graph).replaceAll('<', '\\u003c');

export function StructuredData() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; as a child React would escape its quotes
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
