import { AGENT_LINK } from './agent-link.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null;

export type Keys = {
  area: HTMLElement | null;
  onCalled: (agentId: string) => void;
  openHelp: () => void;
};

const linksIn = ({ area }: Keys) => [...(area?.querySelectorAll<HTMLElement>(`[${AGENT_LINK}]`) ?? [])];

function move(keys: Keys, step: 1 | -1): boolean {
  const all = linksIn(keys);
  const row = document.activeElement?.closest('li');
  const at = all.findIndex(link => row?.contains(link));
  if (at === -1 && document.activeElement !== document.body) return false;
  all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  return all.length > 0;
}

function called(keys: Keys): boolean {
  const row = document.activeElement?.closest('li');
  const agentId = linksIn(keys)
    .find(each => row?.contains(each))
    ?.getAttribute(AGENT_LINK);
  if (agentId) keys.onCalled(agentId);
  return Boolean(agentId);
}

function search({ area }: Keys): boolean {
  const field = area?.querySelector<HTMLElement>('[type=search]');
  field?.focus();
  return Boolean(field);
}

function act(key: string, keys: Keys): boolean {
  switch (key) {
    case '/':
      return search(keys);
    case '?':
      keys.openHelp();
      return true;
    case 'c':
      return called(keys);
    case 'ArrowDown':
      return move(keys, 1);
    case 'ArrowUp':
      return move(keys, -1);
    default:
      return false;
  }
}

/**
 * Acts on a key of Today: `/` searches, arrows move between agents, `c` notes a call with the focused one, `?` opens the
 * help. `c` and the arrows work only within the list, or from the page itself.
 */
export function actOnKey(event: KeyboardEvent, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return;
  if (act(event.key, keys)) event.preventDefault();
}
