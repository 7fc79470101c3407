import { callSandbox, linkToPage } from './page-link.js';

let asked;
const buttons = document.querySelectorAll('button');
// The buttons are disabled until the question has arrived.
const emit = await linkToPage({
  ask(intent) {
    asked = intent;
    for (const button of buttons) button.disabled = false;
    buttons[0].focus();
  },
});

document.querySelector('form').addEventListener('submit', async event => {
  event.preventDefault();
  for (const button of buttons) button.disabled = true;
  document.querySelector('[role=status]').textContent = 'One moment...';
  const { key, path, secret } = asked;
  const outcome = event.submitter.value;
  emit('decided', await callSandbox({ key, path: `${path}/bank_step`, client_secret: secret, outcome }));
});
