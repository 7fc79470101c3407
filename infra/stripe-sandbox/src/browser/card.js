import { cardFields, groupedNumber, problems, slashedExpiry } from './card-rules.js';
import { callSandbox, linkToPage } from './page-link.js';

const form = document.querySelector('form');
const input = name => form.elements.namedItem(name);
const names = ['number', 'expiry', 'cvc'];
const values = () => Object.fromEntries(names.map(name => [name, input(name).value]));

function show(name, problem) {
  const line = document.getElementById(`${name}-problem`);
  line.textContent = problem?.message ?? '';
  line.hidden = !problem;
  input(name).setAttribute('aria-invalid', String(Boolean(problem)));
}

/** Marks wrong fields. Returns the first error, or none. */
function validate() {
  const found = names.map(name => [name, problems[name](input(name).value)]);
  for (const [name, problem] of found) show(name, problem);
  const [name, error] = found.find(([, problem]) => problem) ?? [];
  if (!error) return { selectedPaymentMethod: 'card' };
  input(name).focus();
  return { error };
}

async function confirm({ key, path, secret }) {
  const { error } = validate();
  if (error) return { error };
  return callSandbox({ key, path: `${path}/confirm`, client_secret: secret, ...cardFields(values()) });
}

const kebab = name => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Applies the page's appearance. */
function look({ theme, variables = {} }) {
  document.documentElement.dataset.theme = theme === 'night' ? 'night' : 'day';
  for (const [name, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(`--${kebab(name)}`, value);
  }
}

function clear() {
  for (const name of names) {
    input(name).value = '';
    show(name, null);
  }
}

const emit = await linkToPage({ validate, confirm, look, clear });

const isFilled = () => names.every(name => problems[name](input(name).value) === null);
const change = () =>
  emit('change', {
    empty: names.every(name => input(name).value === ''),
    complete: isFilled(),
    collapsed: false,
    value: { type: 'card' },
  });

function format(field, isDeleting = false) {
  if (field.name === 'number') field.value = groupedNumber(field.value);
  if (field.name === 'expiry') field.value = slashedExpiry(field.value, isDeleting);
}

form.addEventListener('input', event => {
  const field = event.target;
  format(field, event.inputType?.startsWith('delete'));
  if (field.getAttribute('aria-invalid') === 'true') show(field.name, problems[field.name](field.value));
  change();
});
form.addEventListener('focusout', ({ target }) => {
  if (names.includes(target.name) && target.value) show(target.name, problems[target.name](target.value));
});
form.addEventListener('click', ({ target }) => {
  const { number } = target.dataset;
  if (!number) return;
  input('number').value = groupedNumber(number);
  input('expiry').value = `12 / ${(new Date().getFullYear() + 2) % 100}`;
  input('cvc').value = '123';
  for (const name of names) show(name, null);
  change();
});
form.addEventListener('submit', event => event.preventDefault());
addEventListener('focus', () => emit('focus'));
addEventListener('blur', () => emit('blur'));
addEventListener('keydown', ({ key }) => key === 'Escape' && emit('escape'));
new ResizeObserver(() => emit('height', Math.ceil(form.getBoundingClientRect().height))).observe(form);
// The browser or the user may have filled in fields before this script ran.
for (const name of names) format(input(name));
change();
