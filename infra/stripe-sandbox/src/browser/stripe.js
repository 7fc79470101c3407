// Defines window.Stripe as far as @stripe/react-stripe-js needs it, against the payment sandbox.
// The real library shows its fields in frames of its own origin; here they stand in the page itself.

// A block keeps the names below out of the page's.
{
  const origin = new URL(document.currentScript.src).origin;

  const fields = [
    { name: 'number', label: 'Card number', value: '4242 4242 4242 4242', autocomplete: 'cc-number' },
    { name: 'expiry', label: 'Expiration date (MM / YY)', value: '12 / 34', autocomplete: 'cc-exp' },
    { name: 'cvc', label: 'Security code', value: '123', autocomplete: 'cc-csc' },
  ];

  /** The part of event emitting that Stripe's elements offer. */
  function emitter() {
    const listeners = new Map();
    const on = (type, listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    };
    const off = (type, listener) => {
      const kept = listener ? (listeners.get(type) ?? []).filter(known => known !== listener) : [];
      listeners.set(type, kept);
    };
    return {
      on,
      off,
      once(type, listener) {
        const only = event => {
          off(type, only);
          listener(event);
        };
        on(type, only);
      },
      emit(type, event) {
        for (const listener of listeners.get(type) ?? []) listener(event);
      },
    };
  }

  function labelledInput(field, onInput) {
    const label = document.createElement('label');
    label.textContent = field.label;
    Object.assign(label.style, { display: 'block', marginBottom: '0.75rem', fontWeight: '500' });
    const input = document.createElement('input');
    Object.assign(input, { name: field.name, value: field.value, autocomplete: field.autocomplete });
    input.inputMode = 'numeric';
    Object.assign(input.style, {
      display: 'block',
      width: '100%',
      marginTop: '0.25rem',
      padding: '0.6rem 0.75rem',
      border: '1px solid currentColor',
      borderRadius: '0.5rem',
      font: 'inherit',
      color: 'inherit',
      background: 'transparent',
    });
    input.addEventListener('input', onInput);
    label.append(input);
    return { label, input };
  }

  function createElement(type) {
    const events = emitter();
    const inputs = new Map();
    let group;
    const complete = () => [...inputs.values()].every(input => input.value.trim() !== '');
    const change = () => {
      events.emit('change', {
        elementType: type,
        empty: false,
        complete: complete(),
        value: { type: 'card' },
      });
    };
    const chained = register => (name, listener) => {
      register(name, listener);
      return element;
    };
    const element = {
      _type: type,
      on: chained(events.on),
      once: chained(events.once),
      off: chained(events.off),
      mount(target) {
        const host = typeof target === 'string' ? document.querySelector(target) : target;
        group = document.createElement('div');
        group.setAttribute('role', 'group');
        group.setAttribute('aria-label', 'Card details');
        for (const field of fields) {
          const { label, input } = labelledInput(field, change);
          inputs.set(field.name, input);
          group.append(label);
        }
        host.replaceChildren(group);
        queueMicrotask(() => {
          events.emit('ready', { elementType: type });
          change();
        });
      },
      card() {
        const [month, year] = inputs
          .get('expiry')
          .value.split('/')
          .map(part => part.trim());
        return {
          number: inputs.get('number').value.replaceAll(' ', ''),
          exp_month: month,
          exp_year: year?.length === 2 ? `20${year}` : year,
          cvc: inputs.get('cvc').value,
        };
      },
      update() {},
      collapse() {},
      focus: () => inputs.get('number')?.focus(),
      blur() {},
      clear() {
        for (const input of inputs.values()) input.value = '';
      },
      unmount: () => group?.remove(),
      destroy: () => group?.remove(),
    };
    return element;
  }

  function createElements(options) {
    const created = new Map();
    return {
      clientSecret: options?.clientSecret,
      create(type) {
        const element = createElement(type);
        created.set(type, element);
        return element;
      },
      getElement: type => created.get(typeof type === 'string' ? type : type?.__elementType) ?? null,
      update() {},
      fetchUpdates: async () => ({}),
      async submit() {
        const element = created.get('payment') ?? created.get('card');
        if (element) return { selectedPaymentMethod: 'card' };
        return { error: { type: 'validation_error', message: 'There is no payment element.' } };
      },
      cardOf: () => (created.get('payment') ?? created.get('card'))?.card(),
      on() {},
      off() {},
    };
  }

  async function call(publishableKey, method, path, params) {
    const body = new URLSearchParams(params);
    const query = method === 'GET' ? `?${body}` : '';
    const response = await fetch(`${origin}/browser/v1/${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(method === 'GET' ? {} : { body }),
    });
    return response.json();
  }

  const idIn = clientSecret => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

  function cardParams({ number, exp_month, exp_year, cvc }) {
    return {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': exp_month,
      'payment_method_data[card][exp_year]': exp_year,
      'payment_method_data[card][cvc]': cvc,
    };
  }

  function Stripe(publishableKey) {
    if (!publishableKey) throw new Error('Please call Stripe() with your publishable key.');

    /** Resolves to { setupIntent } or { error }; leaves the page for return_url unless told `if_required`. */
    async function confirmSetup({ elements, clientSecret, confirmParams, redirect }) {
      const secret = clientSecret ?? elements.clientSecret;
      const card = elements?.cardOf();
      const params = { client_secret: secret, ...(card ? cardParams(card) : {}) };
      const reply = await call(publishableKey, 'POST', `setup_intents/${idIn(secret)}/confirm`, params);
      if (reply.error) return { error: reply.error };
      if (redirect === 'if_required') return { setupIntent: reply };
      const target = new URL(confirmParams.return_url, location.href);
      target.searchParams.set('setup_intent', reply.id);
      target.searchParams.set('setup_intent_client_secret', secret);
      target.searchParams.set('redirect_status', reply.status);
      location.assign(target);
      return new Promise(() => {});
    }

    async function retrieveSetupIntent(secret) {
      const reply = await call(publishableKey, 'GET', `setup_intents/${idIn(secret)}`, {
        client_secret: secret,
      });
      return reply.error ? { error: reply.error } : { setupIntent: reply };
    }

    const notServed = name => async () => ({
      error: { type: 'invalid_request_error', message: `The payment sandbox does not serve ${name}.` },
    });

    return {
      elements: createElements,
      confirmSetup,
      retrieveSetupIntent,
      confirmPayment: options =>
        (options.clientSecret ?? options.elements?.clientSecret ?? '').startsWith('seti_')
          ? confirmSetup(options)
          : notServed('payment intents')(),
      retrievePaymentIntent: notServed('payment intents'),
      confirmCardSetup: (clientSecret, data) =>
        confirmSetup({ ...data, clientSecret, redirect: 'if_required' }),
      confirmCardPayment: notServed('payment intents'),
      createToken: notServed('tokens'),
      createPaymentMethod: notServed('loose payment methods'),
      redirectToCheckout: notServed('redirectToCheckout'),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  Stripe.version = 3;
  window.Stripe = Stripe;
}
