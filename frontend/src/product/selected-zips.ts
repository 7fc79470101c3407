import { storeText } from '../lib/stored-text.ts';

/** Local storage key of selected ZIPs before the order. */
export const SELECTED_ZIPS_KEY = 'selectedZipCodes';

export const clearSelectedZips = (): void => storeText(SELECTED_ZIPS_KEY, null);
