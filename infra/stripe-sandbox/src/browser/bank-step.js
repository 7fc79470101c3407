import { callSandbox, linkToPage } from './page-link.js';

let asked;
const emit = await linkToPage({
  ask(intent) {
    asked = intent;
    document.querySelector('button').focus();
  },
});

document.querySelector('form').addEventListener('submit', async event => {
  event.preventDefault();
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  document.querySelector('[role=status]').textContent = 'One moment...';
  const { key, path, secret } = asked;
  const outcome = event.submitter.value;
  emit('decided', await callSandbox({ key, path: `${path}/bank_step`, client_secret: secret, outcome }));
});
