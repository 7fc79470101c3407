import { productionGroups, sharedGroups } from '@closingwire/topology/production-settings';
import { Command } from 'commander';
import { addBackupCommands } from './backup/backup-commands.ts';
import { createDatabases } from './databases.ts';
import { addDoctor } from './doctor/command.ts';
import { OperatorError } from './operator-error.ts';
import { runService } from './run-service.ts';
import { addStripeSetup } from './stripe-setup/command.ts';
import { createTopics, printTopics } from './topics/topics.ts';
import { printVersion } from './version.ts';

/** Settings that `.env.production` may contain. */
const productionSettings = [
  ...productionGroups.flatMap(group => group.settings),
  ...sharedGroups.flatMap(({ values, secret = [] }) =>
    Object.keys(values).map(name => ({ name, secret: secret.includes(name) })),
  ),
];

function showIngestionKey(): void {
  const { INGESTION_KEY } = process.env;
  if (!INGESTION_KEY)
    throw new OperatorError('Expected INGESTION_KEY, got nothing. Make a key: ingestion-key create <name>');
  process.stdout.write(`${INGESTION_KEY}\n`);
}

/** All commands for operators, whichever way the product was started. */
export function commandLine(): Command {
  const program = new Command('closingwire')
    .description('Operates ClosingWire. Each command reads its settings from the environment.')
    .showHelpAfterError();
  program
    .command('version')
    .description('print the version, its commit and the versions of the data')
    .action(printVersion);

  const admin = program.command('admin').description('who may use the admin area');
  admin
    .command('grant <email>')
    .description('make a registered user an admin')
    .action(email => runService('auth', 'services/auth/src/admin-cli.ts', { EMAIL: email }));

  const key = program.command('ingestion-key').description('keys of the ingestion API');
  key.command('show').description('print the key that was set as INGESTION_KEY').action(showIngestionKey);
  key
    .command('create <name>')
    .description('make a key for a lead source and print it once')
    .action(name => runService('leads', 'services/leads/src/ingest-key-cli.ts', { NAME: name }));

  const topics = program
    .command('topics')
    .description('print the commands that create the topics of the product')
    .option('--command-config <file>', "kafka-topics.sh's file of client properties, for TLS and a login")
    .action(printTopics);
  topics.command('create').description('create the topics that Kafka lacks').action(createTopics);

  program
    .command('databases')
    .description('the databases of the services')
    .command('create <name...>')
    .description('create those that the PostgreSQL server does not have')
    .action(createDatabases);

  program
    .command('replay <group>')
    .description('send the parked messages of a consumer group again')
    .action(group => runService(undefined, 'chassis/src/events/replay-cli.ts', {}, [group]));
  addDoctor(program, productionSettings);
  addStripeSetup(program);
  addBackupCommands(program);
  return program;
}
