import { Command } from 'commander';
import { addBackupCommands } from './backup/backup-commands.ts';
import { createDatabases } from './databases.ts';
import { runService } from './run-service.ts';
import { printVersion } from './version.ts';

/** Every command that an operator runs on the product, whichever way it was started. */
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
  key
    .command('show')
    .description('print the key that was set as INGESTION_KEY')
    .action(() => runService('leads', 'services/leads/src/ingest-key-cli.ts'));
  key
    .command('create <name>')
    .description('make a key for a lead source and print it once')
    .action(name => runService('leads', 'services/leads/src/ingest-key-cli.ts', { NAME: name }));

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
  program
    .command('doctor')
    .option('--servers')
    .option('--settings <file>')
    .action(() => {}); // STUB
  program
    .command('stripe-setup')
    .option('--settings <f>')
    .action(() => {});
  addBackupCommands(program);
  return program;
}
