// Checks a card's digits before a bank sees them, with Stripe's messages.

const digitsOf = text => text.replaceAll(/\D/g, '');

function hasCheckDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const isAmex = digits => /^3[47]/.test(digits);

export function groupedNumber(text) {
  const digits = digitsOf(text).slice(0, 16);
  const groups = isAmex(digits)
    ? digits.match(/^\d{1,4}|\d{1,6}(?=\d{0,5}$)|\d+/g)
    : digits.match(/\d{1,4}/g);
  return (groups ?? []).join(' ');
}

export function slashedExpiry(text, isDeleting) {
  const typed = digitsOf(text).slice(0, 4);
  const digits = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed;
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

const incomplete = (code, message) => ({ type: 'validation_error', code, message });

export const problems = {
  number(text) {
    const digits = digitsOf(text);
    if (digits.length < (isAmex(digits) ? 15 : 16)) {
      return incomplete('incomplete_number', 'Your card number is incomplete.');
    }
    return hasCheckDigit(digits) ? null : incomplete('invalid_number', 'Your card number is invalid.');
  },
  expiry(text, now = new Date()) {
    const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? [];
    if (!year) return incomplete('incomplete_expiry', "Your card's expiration date is incomplete.");
    const isMonth = month >= 1 && month <= 12;
    if (!isMonth) return incomplete('invalid_expiry_month', "Your card's expiration month is invalid.");
    const isOver = Date.UTC(2000 + Number(year), Number(month)) <= now.getTime();
    return isOver
      ? incomplete('invalid_expiry_year_past', "Your card's expiration year is in the past.")
      : null;
  },
  cvc: text =>
    digitsOf(text).length < 3
      ? incomplete('incomplete_cvc', "Your card's security code is incomplete.")
      : null,
};

export const cardFields = ({ number, expiry, cvc }) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': digitsOf(number),
  'payment_method_data[card][exp_month]': expiry.slice(0, 2),
  'payment_method_data[card][exp_year]': `20${expiry.slice(-2)}`,
  'payment_method_data[card][cvc]': digitsOf(cvc),
});
