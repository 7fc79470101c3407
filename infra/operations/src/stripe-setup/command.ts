import type { Command } from 'commander';
import { expectWritable, readSettingsFile, withoutEmpty } from '../settings-file.ts';
import { setUpStripe } from './set-up-stripe.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Options = { settings?: string; roll?: boolean; movedFrom?: string };

async function run({ settings: file, roll, movedFrom }: Options): Promise<void> {
  const given = file === undefined ? {} : await readSettingsFile(file);
  if (file !== undefined) await expectWritable(file);
  const settings = { ...withoutEmpty(process.env), ...given };
  const isComplete = await setUpStripe({ settings, settingsFile: file, isRoll: roll, movedFrom, print });
  if (!isComplete) process.exitCode = 1;
}

/** Adds `stripe-setup` to the command line. */
export function addStripeSetup(program: Command): void {
  program
    .command('stripe-setup')
    .description('create or update webhook endpoint, customer portal, product and price at Stripe')
    .option('--settings <file>', 'read settings from this file, and store signing secrets in it')
    .option('--roll', 'replace the webhook endpoints, to get new signing secrets')
    .option('--moved-from <url>', 'take along what a former PUBLIC_URL of this installation has at Stripe')
    .action(run);
}
