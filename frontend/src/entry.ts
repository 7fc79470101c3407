import './styles.css';
import { onFirst } from './lib/on-first.ts';

/**
 * The prerendered landing page needs no application for its links, menu and theme. The application loads at the first
 * input. All other pages load it at once.
 */
const startApp = () => void import('./main.tsx');

const isLandingDocument = document.getElementById('root')?.dataset.prerendered === '/';
if (isLandingDocument && location.pathname === '/')
  onFirst(['pointerover', 'pointerdown', 'keydown', 'focusin'], startApp);
else startApp();
