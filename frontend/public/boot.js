// Runs before the first paint, so that the theme does not flash, and keeps the theme switch working
// on pages that need no other script. An external file, so that the CSP needs no inline script.
(() => {
  const root = document.documentElement;
  const rememberedTheme = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null; // Storage may be refused; the system's theme then decides.
    }
  };
  const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = rememberedTheme() ?? systemTheme;

  document.addEventListener('click', event => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-switch]')) return;
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // The choice then lasts until the page closes.
    }
  });
})();
