import { useMemo } from 'react';
import { storeText, useStoredText } from '../../lib/stored-text.ts';
import { SELECTED_ZIPS_KEY } from '../../product/selected-zips.ts';
import { addZip, type OrderedZip, type OrderItem, parseOrder, withoutZips } from './order.ts';

const store = (items: readonly OrderItem[]) => storeText(SELECTED_ZIPS_KEY, JSON.stringify(items));

export function useOrder() {
  const text = useStoredText(SELECTED_ZIPS_KEY);
  return useMemo(() => {
    const items = parseOrder(text);
    return {
      items,
      add: (zip: OrderedZip) => store(addZip(items, zip)),
      addAll: (zips: readonly OrderedZip[]) => store(zips.reduce(addZip, items)),
      remove: (...ids: string[]) => store(withoutZips(items, ids)),
    };
  }, [text]);
}

export type Order = ReturnType<typeof useOrder>;
