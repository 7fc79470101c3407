import { once } from 'node:events';
import { startWhole } from './whole.ts';
import { publishWhole } from './whole-addresses.ts';

// Runs the product for several test runs, for authors of journeys.
const { addresses, stop } = await startWhole();
publishWhole(addresses);
process.stdout.write(`The product is at ${addresses.url}, its mail at ${addresses.mailApiUrl}. Run journeys on it with\n
export WHOLE_ADDRESSES='${process.env.WHOLE_ADDRESSES}'\n
Ctrl-C stops it and throws its data away.\n`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await stop();
process.exit();
