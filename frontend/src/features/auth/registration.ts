import type { Registration } from './queries.ts';

export const userFields = ['firstName', 'lastName', 'email', 'password', 'phone'] as const;
export const companyFields = ['industry', 'companyName', 'teamSize'] as const;

type Draft = { [Field in keyof Registration]: string };

export const isComplete = (draft: Partial<Draft>, fields: readonly (keyof Registration)[]): boolean =>
  fields.every(field => (draft[field] ?? '').trim() !== '');
