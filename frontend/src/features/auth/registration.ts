import type { Registration } from './queries.ts';

export const personFields = ['firstName', 'lastName', 'email', 'password', 'phone'] as const;
export const companyFields = ['industry', 'companyName', 'teamSize'] as const;

type Draft = { [Field in keyof Registration]: string };

/** Every field empty. The two lists start without a choice, which the schema then asks for. */
export const emptyRegistration = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  phone: '',
  companyName: '',
} satisfies Partial<Draft>;

/** Whether something stands in each of the fields. */
export const isComplete = (draft: Partial<Draft>, fields: readonly (keyof Registration)[]): boolean =>
  fields.every(field => (draft[field] ?? '').trim() !== '');
