import type { Command } from 'commander';
import { expectWritable, readSettingsFile, withoutEmpty } from '../settings-file.ts';
import { setUpStripe } from './set-up-stripe.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run({ settings: file, roll }: { settings?: string; roll?: boolean }): Promise<void> {
  const given = file === undefined ? {} : await readSettingsFile(file);
  if (file !== undefined) await expectWritable(file);
  const settings = { ...withoutEmpty(process.env), ...given };
  const isComplete = await setUpStripe({ settings, settingsFile: file, isRoll: roll, print });
  if (!isComplete) process.exitCode = 1;
}

/** Adds `stripe-setup` to the command line. */
export function addStripeSetup(program: Command): void {
  program
    .command('stripe-setup')
    .description('create or update webhook endpoint, customer portal, product and price at Stripe')
    .option('--settings <file>', 'read settings from this file, and store signing secrets in it')
    .option('--roll', 'replace the webhook endpoints, to get new signing secrets')
    .action(run);
}
