type Problem = { type: 'validation_error'; code: string; message: string };

export function groupedNumber(text: string): string;
export function slashedExpiry(text: string, isDeleting: boolean): string;
export const problems: {
  number(text: string, now?: Date): Problem | null;
  expiry(text: string, now?: Date): Problem | null;
  cvc(text: string, now?: Date): Problem | null;
};
export function cardFields(values: Record<'number' | 'expiry' | 'cvc', string>): Record<string, string>;
