import type { Appearance } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

const common = { fontFamily: 'system-ui, sans-serif', fontSizeBase: '16px', borderRadius: '8px' };

/** Colors of `styles.css` for the provider's frames, which do not support oklch. */
const looks: Record<'light' | 'dark', Appearance> = {
  light: {
    theme: 'stripe',
    variables: {
      ...common,
      colorPrimary: '#7e5900',
      colorBackground: '#ffffff',
      colorText: '#18191f',
      colorTextSecondary: '#575960',
      colorTextPlaceholder: '#6b6d74',
      colorDanger: '#b71824',
    },
  },
  dark: {
    theme: 'night',
    variables: {
      ...common,
      colorPrimary: '#f9d04f',
      colorBackground: '#18191e',
      colorText: '#f1f0ed',
      colorTextSecondary: '#a7a9b0',
      colorTextPlaceholder: '#8f9199',
      colorDanger: '#ff8f8d',
    },
  },
};

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The appearance for the page's current theme. */
export const useAppearance = (): Appearance =>
  looks[
    useSyncExternalStore(subscribe, () =>
      document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
    )
  ];
