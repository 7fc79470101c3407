import { Moon, Sun } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** `boot.js` does the switching and CSS shows the icon: it works before, and without, the application. */
export function ThemeToggle() {
  return (
    <Button tone="quiet" size="icon" aria-label="Switch between light and dark" data-theme-switch>
      <Moon aria-hidden className="dark:hidden" />
      <Sun aria-hidden className="hidden dark:block" />
    </Button>
  );
}
