import { afterAll } from 'vitest';
import { clearAway } from './testing.ts';

// Vitest runs this in each file, also where files share their modules.
afterAll(clearAway);
