import { storeText } from '../lib/stored-text.ts';

/** Where the browser keeps the ZIPs that were chosen but not ordered yet. */
export const SELECTED_ZIPS_KEY = 'selectedZipCodes';

export const clearSelectedZips = (): void => storeText(SELECTED_ZIPS_KEY, null);
