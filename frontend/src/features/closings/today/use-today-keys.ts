import { type RefObject, useEffect, useState } from 'react';
import { onFirst } from '../../../lib/on-first.ts';
import { storeText, useStoredText } from '../../../lib/stored-text.ts';

const OFF = 'today-keys-off';

/** Whether single keys work; users of speech input turn them off. */
export const useAreKeysOn = () => useStoredText(OFF) === null;
export const setKeysOn = (isOn: boolean) => storeText(OFF, isOn ? null : 'yes');

let keys: typeof import('./today-keys.ts') | undefined;

/** Loads with the first input. Without the code, a key does what the browser does. */
const loadKeys = () =>
  import('./today-keys.ts').then(
    loaded => (keys = loaded),
    () => undefined,
  );

type UsedKeys = {
  area: RefObject<HTMLElement | null>;
  onCalled: (agentId: string) => void;
};

/** Listens to the keys of Today. Keys pressed before their code has loaded act then, in their order. */
export function useTodayKeys({ area, onCalled }: UsedKeys) {
  const areOn = useAreKeysOn();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => onFirst(['pointerover', 'pointerdown'], loadKeys), []);
  useEffect(() => {
    if (!areOn) return;
    const onKey = (event: KeyboardEvent) => {
      const used = { area: area.current, onCalled, openHelp: () => setHelpOpen(true) };
      if (keys) keys.actOnKey(event, used);
      else void loadKeys().then(loaded => loaded?.actOnKey(event, used));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areOn, area, onCalled]);
  return { isHelpOpen, openHelp: () => setHelpOpen(true), closeHelp: () => setHelpOpen(false) };
}
