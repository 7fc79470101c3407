type Problem = { type: 'validation_error'; code: string; message: string };

export declare function groupedNumber(text: string): string;
export declare function slashedExpiry(text: string, isDeleting: boolean): string;
export declare const problems: {
  number(text: string, now?: Date): Problem | null;
  expiry(text: string, now?: Date): Problem | null;
  cvc(text: string, now?: Date): Problem | null;
};
export declare function cardFields(
  values: Record<'number' | 'expiry' | 'cvc', string>,
): Record<string, string>;
