import { launchChromium, openBrowser } from '../browser/open-browser.ts';
import { startWhole } from '../platform/whole.ts';
import { isWholeRunning, theWhole } from '../platform/whole-addresses.ts';
import { type Measured, measurePages } from './measure-pages.ts';

const HEAVIEST = 5;

const line = ({ who, path, kb, limitKb, scripts }: Measured) =>
  `${kb <= limitKb ? 'ok  ' : 'OVER'} ${who.padEnd(11)}${path.padEnd(32)}${kb.toFixed(1).padStart(6)} of ${limitKb} KB, ${scripts.length} files`;

const heaviest = ({ scripts }: Measured) =>
  scripts
    .slice(0, HEAVIEST)
    .map(({ path, bytes }) => `       ${(bytes / 1000).toFixed(1).padStart(6)} ${path}`);

// Compares each page's JavaScript with its budget, on a running product or on a new one.
const whole = isWholeRunning() ? undefined : await startWhole();
const engine = await launchChromium();
const browser = openBrowser(engine, (whole?.addresses ?? theWhole()).url);
try {
  const measured = await measurePages(browser, whole?.addresses ?? theWhole());
  const isOver = ({ kb, limitKb }: Measured) => kb > limitKb;
  for (const one of measured) console.log([line(one), ...(isOver(one) ? heaviest(one) : [])].join('\n'));
  if (measured.some(isOver)) process.exitCode = 1;
} finally {
  await engine.close();
  await whole?.stop();
}
process.exit();
