import { TextLink } from '../../../ui/text-link.tsx';

type CustomerLinkProps = { userId: string; children: string; className?: string };

/** A user's name that opens their page. */
export const CustomerLink = ({ userId, children, className }: CustomerLinkProps) => (
  <TextLink to={`/admin/users/${userId}`} className={className}>
    {children}
  </TextLink>
);
