import type { Closing } from '@closingwire/contracts/lead';
import type { Field } from '@closingwire/contracts/lead-fields';

/** A lead field without its schema. */
export type LeadFacts = Pick<
  Field,
  'name' | 'group' | 'key' | 'kind' | 'header' | 'label' | 'isInListsOnly' | 'unit'
>;

type Values = Partial<Record<string, string | number | null>>;

export function leadValue(closing: Closing, { group, key }: LeadFacts): string | number | null {
  const {
    property,
    searchCompleted: _,
    sources: __,
    mustNotCall: ___,
    isEmailWrong: ____,
    ...agent
  } = closing;
  const values: Values = group === 'agent' ? agent : property;
  return values[key] ?? null;
}
