import { describe, expect, it } from 'vitest';
import { parseMetadata, selectableOf } from './metadata.ts';

const document = (types: string) =>
  `<?xml version="1.0"?><edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
   <Schema Namespace="a" xmlns="http://docs.oasis-open.org/odata/ns/edm">${types}</Schema></edmx:DataServices></edmx:Edmx>`;

describe('the metadata of a server', () => {
  it('names the fields that it has', () => {
    const metadata = parseMetadata(
      document(
        `<EntityType Name="Property"><Key><PropertyRef Name="ListingKey"/></Key><Property Name="ListingKey" Type="Edm.String"/>
         <Property Name="X_Own" Type="Edm.String"/><NavigationProperty Name="ListAgent" Type="a.Member"/></EntityType>
         <EntityType Name="Media"><Property Name="CloseDate"/></EntityType>`,
      ),
    );
    expect(selectableOf(metadata, 'Property')).toEqual(['ListingKey']);
    expect(selectableOf(metadata, 'Member')).toBeUndefined();
  });

  it('is no document that ends early', () => {
    expect(() => parseMetadata(document('').slice(0, 200))).toThrow('whole XML');
  });
});
