export type Way = 'environment' | 'container' | 'native';

/** How a server is found: an address somebody gave, else a container, else a process of its own. */
export function chooseWay(givenAddress: string | undefined, engineAnswers: boolean): Way {
  if (givenAddress !== undefined && givenAddress !== '') return 'environment';
  return engineAnswers ? 'container' : 'native';
}
