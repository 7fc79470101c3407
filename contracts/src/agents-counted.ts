/** Of those who carry a contact of an opt-out. Above it is an office, or 'N/A' as a license number. */
export const mostAgentsCounted = 1_000;
