/** Auth's person as we know her. A deleted one keeps nothing but her id. */
export type Person =
  | { id: string; status: 'deleted' }
  | {
      id: string;
      status: 'active' | 'suspended';
      email: string;
      firstName: string;
      lastName: string;
      industry: string;
    };

export type LivePerson = Exclude<Person, { status: 'deleted' }>;

export const fullName = (person: LivePerson): string => `${person.firstName} ${person.lastName}`.trim();
