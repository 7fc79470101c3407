import type { ReceivedLead } from '@closingwire/contracts/leads';

type Place = Pick<ReceivedLead['property'], 'zip' | 'address1' | 'address2'>;

/** Words of addresses that sources also abbreviate, by the USPS (Publication 28, appendix C), and numbered streets. */
const shortForms: ReadonlyMap<string, string> = new Map(
  `alley aly, annex anx, avenue ave, av ave, bayou byu, beach bch, bend bnd, bluff blf, boulevard blvd, branch br,
bridge brg, brook brk, bypass byp, canyon cyn, causeway cswy, center ctr, circle cir, club clb, common cmn, corner cor,
corners cors, court ct, courts cts, cove cv, creek crk, crescent cres, crest crst, crossing xing, dale dl, drive dr,
estate est, estates ests, expressway expy, extension ext, falls fls, ferry fry, field fld, fields flds, ford frd,
forest frst, fork frk, freeway fwy, garden gdn, gardens gdns, gateway gtwy, glen gln, green grn, grove grv,
harbor hbr, haven hvn, heights hts, highway hwy, hill hl, hills hls, hollow holw, island is, junction jct, knoll knl,
knolls knls, lake lk, lakes lks, landing lndg, lane ln, manor mnr, meadow mdw, meadows mdws, mill ml, mountain mtn,
orchard orch, parkway pkwy, place pl, plain pln, plaza plz, point pt, port prt, prairie pr, ranch rnch,
ridge rdg, river riv, road rd, route rte, shore shr, shores shrs, spring spg, springs spgs, square sq, station sta,
street st, str st, summit smt, terrace ter, trace trce, track trak, trail trl, turnpike tpke, valley vly, view vw,
village vlg, vista vis, north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw,
saint st, mount mt, fort ft, first 1st, second 2nd, third 3rd, fourth 4th, fifth 5th, sixth 6th, seventh 7th,
eighth 8th, ninth 9th, tenth 10th`
    .split(/,\s*/)
    .map(pair => pair.split(' ') as [string, string]),
);

const unitWords: ReadonlySet<string> = new Set(['#', 'apt', 'apartment', 'unit', 'ste', 'suite', 'no', 'rm']);

/** Returns words in lower case; `#4` is the words `#` and `4`. */
const wordsOf = (text: string) => text.toLowerCase().match(/#|[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the key of a place, the same however sources abbreviate its address. Undefined for an address without a house
 * number: 'Undisclosed' is no place.
 */
export function placeKey({ zip, address1, address2 }: Place): string | undefined {
  const words = wordsOf(address1);
  if (words.length < 2 || !/^\d/.test(words[0] ?? '')) return undefined;
  let key = zip;
  for (const word of words) {
    if (!unitWords.has(word)) key += ` ${shortForms.get(word) ?? word}`;
    else if (!key.endsWith('#')) key += ' #';
  }
  const unit = address2 ? wordsOf(address2).filter(word => !unitWords.has(word)) : [];
  return unit.length === 0 ? key : `${key} # ${unit.join(' ')}`;
}

const NUMBER = '#';

/** Returns the key of a source's listing number. It has no ZIP, which can be corrected. */
export const numberKey = (sourceId: number, mlsId: string): string =>
  `${NUMBER}${sourceId} ${mlsId.toUpperCase()}`;

/** The same in SQL, of a column or value with the source and one with the number. */
export const numberKeySql = (sourceId: string, mlsId: string): string =>
  `'${NUMBER}' || ${sourceId} || ' ' || upper(${mlsId})`;

/** The listing number of a closing `c` at one of its sources. */
export const mlsIdAt = (sourceId: string): string =>
  `coalesce(c.reports -> (${sourceId})::text -> 'facts' ->> 'mls_id', c.mls_id)`;

export const isNumberKey = (key: string): boolean => key.startsWith(NUMBER);
