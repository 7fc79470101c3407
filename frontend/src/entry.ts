import './styles.css';
import { onFirst } from './lib/on-first.ts';

/**
 * The prerendered landing page works as a document: its links, its menu and its theme switch need no
 * application. So the application comes with the first sign of interest. Every other page starts it at
 * once; the signed-in never get this document.
 */
const startApp = () => void import('./main.tsx');

const isLandingDocument = document.getElementById('root')?.dataset.prerendered === '/';
if (isLandingDocument && location.pathname === '/')
  onFirst(['pointerover', 'pointerdown', 'keydown', 'focusin'], startApp);
else startApp();
