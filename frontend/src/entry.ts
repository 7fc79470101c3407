import './styles.css';

/**
 * The prerendered landing page works as a document: its links, its menu and its theme switch need no
 * application. So the application comes with the first sign of interest. Every other page starts it at
 * once; the signed-in never get this document.
 */
const startApp = () => void import('./main.tsx');

const signsOfInterest = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const;

function startOnInterest(): void {
  const start = () => {
    for (const sign of signsOfInterest) removeEventListener(sign, start);
    startApp();
  };
  for (const sign of signsOfInterest) addEventListener(sign, start, { passive: true });
}

const isLandingDocument = document.getElementById('root')?.dataset.prerendered === '/';
if (isLandingDocument && location.pathname === '/') startOnInterest();
else startApp();
