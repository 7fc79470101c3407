import { defineEvent } from '@closingwire/contracts/event';
import { z } from 'zod';

const data = z.object({ id: z.uuid(), version: z.int() });

export const thingChanged = defineEvent('thing.changed', {
  by: 'catalog',
  summary: 'A thing changed',
  data,
  key: thing => thing.id,
  partitions: 2,
});

export const thingMigrations = new URL('./migrations/', import.meta.url);
