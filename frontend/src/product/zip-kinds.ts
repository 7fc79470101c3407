import type { ZipKind } from '@closingwire/contracts/catalog';

/** A kind of ZIP with few homes or none. */
export type SpecialKind = Exclude<ZipKind, 'standard'>;

export const specialKinds: Record<SpecialKind, { label: string; text: string }> = {
  po_box: { label: 'PO boxes', text: 'This ZIP code is for PO boxes alone, so few homes or none have it.' },
  unique: {
    label: 'One organization',
    text: 'This ZIP code belongs to one organization, such as a company or university, so few homes or none have it.',
  },
};
