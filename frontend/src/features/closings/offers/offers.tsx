import { NoticeBox } from '../../../ui/notice-box.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { offerText } from './offer-text.ts';
import { useOpenOffers } from './queries.ts';

/** The ZIPs that became free for the user, each with the link to order it. */
export default function Offers() {
  const offers = useOpenOffers();
  if (offers.length === 0) return null;
  return (
    <NoticeBox tone="positive">
      <ul className="grid gap-1">
        {offers.map(({ zipCode, state, offerEndsAt }) => (
          <li key={zipCode}>
            {offerText(zipCode, offerEndsAt)}{' '}
            <TextLink to={`/zips?state=${state}&search=${zipCode}`} aria-label={`Order ${zipCode}`}>
              Order
            </TextLink>
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}
