import { vi } from 'vitest';

// Vitest runs this in each file. Files of a worker share its packages, but not our modules: some files replace them.
vi.resetModules();
