// Runs before the first paint, so that the theme does not flash, and keeps the theme switch working
// on pages that need no other script. An external file, so that the CSP needs no inline script.
(() => {
  const root = document.documentElement;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be refused; the system's theme then decides.
  }
  // While nobody chose a theme, it follows the system, also when that changes.
  const show = () => {
    root.dataset.theme = chosen ?? (systemIsDark.matches ? 'dark' : 'light');
  };
  show();
  systemIsDark.addEventListener('change', show);

  document.addEventListener('click', event => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-switch]')) return;
    chosen = root.dataset.theme === 'dark' ? 'light' : 'dark';
    show();
    try {
      localStorage.setItem('theme', chosen);
    } catch {
      // The choice then lasts until the page closes.
    }
  });
  // Another tab chose.
  addEventListener('storage', event => {
    if (event.key !== 'theme') return;
    chosen = event.newValue;
    show();
  });
})();
