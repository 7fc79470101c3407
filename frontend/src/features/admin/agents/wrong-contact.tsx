import { Badge } from '../../../ui/badge.tsx';

type Field = 'email' | 'mobile' | 'phone';
type WrongContactProps = {
  agent: { wrongContacts?: readonly Field[] | null | undefined };
  field: Field;
};

/** Marks a contact that an admin confirmed as wrong. */
export const WrongContact = ({ agent, field }: WrongContactProps) =>
  agent.wrongContacts?.includes(field) && <Badge tone="danger">Wrong</Badge>;
