import type { AdminZip } from '@closingwire/contracts/catalog';
import { Button } from '../../../ui/button.tsx';
import { CardHead, RowCards } from '../row-cards.tsx';
import { type ZipActions, ZipPrice } from './zip-columns.tsx';
import { ClaimedIndustries, ZipSwitch } from './zip-parts.tsx';

type ZipCardsProps = ZipActions & { zips: readonly AdminZip[] };

export const ZipCards = ({ zips, onManage, onLeads }: ZipCardsProps) => (
  <RowCards label="ZIP codes" rows={zips} keyOf={({ id }) => id} className="gap-3 px-5 py-4">
    {zip => (
      <>
        <CardHead
          aside={
            <Button size="sm" aria-label={`View Leads of ${zip.zipCode}`} onClick={() => onLeads(zip)}>
              View Leads
            </Button>
          }
        >
          <p className="min-w-0 wrap-anywhere">
            <span className="font-semibold tabular-nums">{zip.zipCode}</span> {zip.city}, {zip.state}
          </p>
        </CardHead>
        <p>
          <ZipPrice note={zip.price} />
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <span className="flex items-center gap-2">
            <span aria-hidden>Available?</span>
            <ZipSwitch zip={zip} field="isAvailable" />
          </span>
          <span className="flex items-center gap-2">
            <span aria-hidden>Scrape Active</span>
            <ZipSwitch zip={zip} field="scrapeActive" />
          </span>
        </div>
        <div>
          <ClaimedIndustries zip={zip} onManage={onManage} />
        </div>
      </>
    )}
  </RowCards>
);
