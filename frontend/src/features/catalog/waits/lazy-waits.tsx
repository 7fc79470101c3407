import { lazy } from 'react';

/* The wait list loads after the list of ZIPs. */

export const ZipWait = lazy(async () => ({ default: (await import('./zip-wait.tsx')).ZipWait }));

export const WaitsPanel = lazy(async () => ({ default: (await import('./waits-panel.tsx')).WaitsPanel }));
