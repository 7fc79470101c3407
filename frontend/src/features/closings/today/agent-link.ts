/** The attribute of a link with an agent's name, which the arrow keys move between. Its value is the agent. */
export const AGENT_LINK = 'data-agent';
