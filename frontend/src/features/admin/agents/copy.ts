export const agentsCopy = {
  title: 'Agents',
  start: 'Find an agent',
  startText:
    'An agent is one person nationwide, with a row for each ZIP. Enter a part of the name, or a whole email address, phone or license number.',
  none: 'No agents found',
  noneText:
    'A part of the name is enough. An email address, phone or license number must be whole; its spelling does not matter.',
  shortest: 'Enter at least 3 characters.',
};

export const splitCopy = {
  title: 'Split this agent',
  done: 'Agent split',
  failed: 'Failed to split the agent',
  follows: [
    'These rows become another agent. Their closings and flags go with them.',
    'Rows that are opted out stay opted out, in both agents.',
    'Contacts and licenses that both have identify nobody from now on. The same rows, delivered again, stay apart.',
  ],
};

export const mergeCopy = {
  title: 'Merge with another agent',
  running: 'Merging; this takes some seconds',
  late: 'The merge has not finished after a minute. It goes on; search again later.',
  done: 'Agents merged',
  failed: 'Failed to merge the agents',
  follows: [
    'Both become one agent. In a ZIP that both have, their two rows become one, with the closings and flags of both. A split cannot undo this.',
    'An opt-out or a deletion of one of them holds for all rows.',
    'The emails, phones and licenses of both identify this agent in later deliveries.',
  ],
};
