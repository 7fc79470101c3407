import { type RefObject, useEffect, useState } from 'react';
import { storeText, useStoredText } from '../../../lib/stored-text.ts';

const OFF = 'today-keys-off';

/** Whether single keys work; users of speech input turn them off. */
export const useAreKeysOn = () => useStoredText(OFF) === null;
export const setKeysOn = (isOn: boolean) => storeText(OFF, isOn ? null : 'yes');

/** The link of an agent's name, which the arrows move between, and its agent. */
export const AGENT_LINK = 'data-agent';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null;

type Keys = {
  area: RefObject<HTMLElement | null>;
  onCalled: (agentId: string) => void;
};

/**
 * Keys of Today: `/` searches, arrows move between agents, `c` notes a call with the focused one, `?` opens the help.
 * `c` and the arrows work only within the list, or from the page itself.
 */
export function useTodayKeys({ area, onCalled }: Keys) {
  const areOn = useAreKeysOn();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    if (!areOn) return;
    const links = () => [...(area.current?.querySelectorAll<HTMLElement>(`[${AGENT_LINK}]`) ?? [])];
    const move = (step: 1 | -1) => {
      const all = links();
      const row = document.activeElement?.closest('li');
      const at = all.findIndex(link => row?.contains(link));
      if (at === -1 && document.activeElement !== document.body) return false;
      all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
      return all.length > 0;
    };
    const called = () => {
      const row = document.activeElement?.closest('li');
      const link = links().find(each => row?.contains(each));
      const agentId = link?.getAttribute(AGENT_LINK);
      if (agentId) onCalled(agentId);
      return Boolean(agentId);
    };
    const search = () => {
      const field = area.current?.querySelector<HTMLElement>('[type=search]');
      field?.focus();
      return Boolean(field);
    };
    const help = () => {
      setHelpOpen(true);
      return true;
    };
    const act = (key: string) => {
      switch (key) {
        case '/':
          return search();
        case '?':
          return help();
        case 'c':
          return called();
        case 'ArrowDown':
          return move(1);
        case 'ArrowUp':
          return move(-1);
        default:
          return false;
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return;
      if (act(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areOn, area, onCalled]);
  return { isHelpOpen, openHelp: () => setHelpOpen(true), closeHelp: () => setHelpOpen(false) };
}
