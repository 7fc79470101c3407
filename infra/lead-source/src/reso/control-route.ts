import { AppError } from '@closingwire/chassis/app-error';
import { parseInput } from '@closingwire/chassis/problem';
import express from 'express';
import { z } from 'zod';
import type { ResoData, Source } from './data.ts';
import { dialectNames } from './dialects.ts';
import { resourceNames } from './fields.ts';
import { fault } from './plan.ts';
import type { Tokens } from './tokens.ts';

const changes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const dialect = z.enum(dialectNames);
const resource = z.enum(resourceNames).default('Property');
const keys = z.array(z.string());
const request = z.int().min(1);
const timestamp = z.iso.datetime().transform(text => new Date(text).toISOString());

const feedCommands = [
  z.object({
    do: z.literal('add'),
    dialect,
    count: z.int().min(1).max(500_000),
    modifiedAt: timestamp.optional(),
    stepMs: z.int().min(0).optional(),
    changes: changes.optional(),
  }),
  z.object({ do: z.literal('insert'), dialect, resource, rows: z.array(changes) }),
  z.object({ do: z.literal('change'), dialect, resource, keys, changes, modifiedAt: timestamp.optional() }),
  z.object({ do: z.literal('withdraw'), dialect, keys }),
  z.object({ do: z.literal('remove'), dialect, resource, keys }),
  z.object({ do: z.literal('clear'), dialect }),
] as const;
const feedCommand = z.discriminatedUnion('do', feedCommands);

const command = z.discriminatedUnion('do', [
  ...feedCommands,
  z.object({ do: z.literal('keys'), dialect, resource }),
  z.object({ do: z.literal('row'), dialect, resource, key: z.string() }),
  z.object({ do: z.literal('requests'), dialect }),
  z.object({ do: z.literal('fault'), dialect, request, fault }),
  z.object({ do: z.literal('before'), dialect, request, command: feedCommand }),
  z.object({ do: z.literal('limits'), dialect, areOn: z.boolean() }),
  z.object({ do: z.literal('license'), dialect, isLicensed: z.boolean() }),
  z.object({ do: z.literal('clock'), now: timestamp.nullable() }),
  z.object({ do: z.literal('expire-tokens') }),
  z.object({ do: z.literal('reset') }),
]);
type Command = z.output<typeof command>;
type FeedCommand = z.output<typeof feedCommand>;

/** Lets tests in other processes change rows and plan failures: `POST /reso-control` with a command. */
export function controlRoute(options: { data: ResoData; tokens: Tokens }): (app: express.Router) => void {
  return app => {
    app.post('/reso-control', express.json({ limit: '20mb' }), async (req, res) => {
      const outcome = await run(parseInput(command, req.body), options);
      res.json(outcome ?? {});
    });
  };
}

type Outcome = object | undefined;

async function run(asked: Command, { data, tokens }: { data: ResoData; tokens: Tokens }): Promise<Outcome> {
  switch (asked.do) {
    case 'clock':
      data.setClock(asked.now === null ? undefined : new Date(asked.now));
      return undefined;
    case 'expire-tokens':
      tokens.expireAll();
      return undefined;
    case 'reset':
      data.reset();
      return undefined;
    default:
      return runOn(asked, await data.source(asked.dialect));
  }
}

type SourceCommand = Exclude<Command, { do: 'clock' | 'expire-tokens' | 'reset' }>;

function runOn(asked: SourceCommand, source: Source): Outcome {
  const { feed, plan } = source;
  switch (asked.do) {
    case 'keys':
      return { keys: feed.table(asked.resource).keys() };
    case 'row':
      return { row: feed.table(asked.resource).get(asked.key) ?? null };
    case 'requests':
      return { count: plan.count, seen: plan.seen };
    case 'fault':
      plan.failAt(asked.request, asked.fault);
      return undefined;
    case 'before':
      plan.before(asked.request, () => void change(asked.command, source));
      return undefined;
    case 'limits':
      source.areLimitsOn = asked.areOn;
      return undefined;
    case 'license':
      source.isLicensed = asked.isLicensed;
      return undefined;
    default:
      return orInvalid(() => change(asked, source));
  }
}

/** The feed throws for a key without a row, which is the caller's error. */
function orInvalid(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (cause) {
    throw new AppError('invalid', 'invalid_command', (cause as Error).message, { cause });
  }
}

function change(asked: FeedCommand, { feed }: Source): Outcome {
  switch (asked.do) {
    case 'add':
      return { keys: feed.add(asked.count, asked) };
    case 'insert':
      feed.insert(asked.resource, asked.rows);
      return undefined;
    case 'change':
      feed.change(asked.resource, asked.keys, asked.changes, asked.modifiedAt);
      return undefined;
    case 'withdraw':
      feed.withdraw(asked.keys);
      return undefined;
    case 'remove':
      feed.remove(asked.resource, asked.keys);
      return undefined;
    case 'clear':
      feed.clear();
      return undefined;
  }
}
