// Defines the part of window.Stripe that @stripe/stripe-js and @stripe/react-stripe-js need, against the payment
// sandbox. As in the real library, card fields are in a frame of another origin and never reach the page. The block
// keeps its names out of the page's scope.
{
  const origin = new URL(document.currentScript.src).origin;
  const CONNECTING_MS = 15_000;

  const noConnection = {
    type: 'api_connection_error',
    message: 'We could not reach the payment provider. Check your connection and try again.',
  };

  /** The event methods of Stripe's elements. */
  function emitter() {
    const listeners = new Map();
    const of = type => listeners.get(type) ?? [];
    const on = (type, listener) => void listeners.set(type, [...of(type), listener]);
    const off = (type, listener) =>
      void listeners.set(type, listener ? of(type).filter(known => known !== listener) : []);
    const once = (type, listener) => {
      const only = event => {
        off(type, only);
        listener(event);
      };
      on(type, only);
    };
    const emit = (type, event) => {
      for (const listener of of(type)) listener(event);
    };
    return { on, once, off, emit };
  }

  /**
   * Shows a document of the sandbox in a frame. Both use a port that only the sandbox's origin receives. Messages from
   * other frames or documents are ignored.
   */
  function openFrame(host, { document: name, title, style, events }) {
    const frame = document.createElement('iframe');
    const { port1: port, port2: theirs } = new MessageChannel();
    const waiting = new Map();
    const address = new URL(`/elements/${name}`, origin);
    address.searchParams.set('parent', location.origin);
    Object.assign(frame, { src: address.href, title });
    Object.assign(frame.style, style);
    port.onmessage = ({ data: { reply, event, value } }) => {
      if (event) return void events[event]?.(value);
      waiting.get(reply)?.(value);
      waiting.delete(reply);
    };
    frame.addEventListener('load', () => frame.contentWindow.postMessage('connect', origin, [theirs]), {
      once: true,
    });
    host.append(frame);
    let calls = 0;
    return {
      frame,
      call(method, value) {
        calls += 1;
        const reply = calls;
        port.postMessage({ method, value, reply });
        return new Promise(resolve => waiting.set(reply, resolve));
      },
      close() {
        port.close();
        frame.remove();
      },
    };
  }

  const cardFrame = {
    document: 'card.html',
    title: 'Secure payment input frame',
    style: { display: 'block', width: '100%', height: '16rem', border: '0', colorScheme: 'normal' },
  };

  /** An element in the page; its group sets its appearance. */
  function createElement(type, look) {
    const events = emitter();
    let link;
    let slow;
    const connected = () => {
      clearTimeout(slow);
      void link.call('look', look());
      events.emit('ready', { elementType: type });
    };
    const mount = target => {
      const host = typeof target === 'string' ? document.querySelector(target) : target;
      const emit = name => value => events.emit(name, { elementType: type, ...value });
      const named = ['change', 'focus', 'blur', 'escape'].map(name => [name, emit(name)]);
      const height = px => {
        link.frame.style.height = `${px}px`;
      };
      link = openFrame(host, { ...cardFrame, events: { ...Object.fromEntries(named), height, connected } });
      slow = setTimeout(() => emit('loaderror')({ error: noConnection }), CONNECTING_MS);
    };
    const leave = () => {
      clearTimeout(slow);
      link?.close();
      link = undefined;
    };
    const chained = register => (name, listener) => {
      register(name, listener);
      return element;
    };
    const element = {
      on: chained(events.on),
      once: chained(events.once),
      off: chained(events.off),
      mount,
      update: () => element,
      collapse: () => element,
      focus: () => link?.frame.focus(),
      blur: () => link?.frame.blur(),
      clear: () => void link?.call('clear'),
      unmount: leave,
      destroy: leave,
    };
    return { element, call: (method, value) => link?.call(method, value) };
  }

  /** Private state of element groups. */
  const inside = new WeakMap();

  function createElements(options = {}) {
    let current = options;
    const created = new Map();
    const look = () => current.appearance ?? {};
    const card = () => created.get('payment') ?? created.get('card');
    const group = {
      create(type) {
        created.set(type, createElement(type, look));
        return created.get(type).element;
      },
      getElement: type => created.get(typeof type === 'string' ? type : type?.__elementType)?.element ?? null,
      update(changes) {
        current = { ...current, ...changes };
        for (const { call } of created.values()) call('look', look());
      },
      fetchUpdates: async () => ({}),
      async submit() {
        const missing = { error: { type: 'validation_error', message: 'There is no payment element.' } };
        return (await card()?.call('validate')) ?? missing;
      },
      on() {},
      off() {},
    };
    inside.set(group, { secret: options.clientSecret, card });
    return group;
  }

  const idIn = secret => secret.slice(0, secret.indexOf('_secret_'));
  const kindOf = secret => (secret.startsWith('pi_') ? 'payment_intents' : 'setup_intents');

  async function retrieve(key, secret) {
    const query = new URLSearchParams({ client_secret: secret });
    const path = `/browser/v1/${kindOf(secret)}/${idIn(secret)}?${query}`;
    try {
      const reply = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
      const body = await reply.json();
      return body.error ? { error: body.error } : { intent: body };
    } catch {
      return { error: noConnection };
    }
  }

  const overEverything = {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    // A page that shows a dialog may have disabled pointer events.
    pointerEvents: 'auto',
    background: 'rgb(0 0 0 / 0.6)',
    display: 'grid',
    placeItems: 'center',
  };

  /** Shows the bank's question over the page until the customer passes or fails it. */
  function askBank(key, secret) {
    const overlay = document.createElement('div');
    Object.assign(overlay.style, overEverything);
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-modal', 'true');
    overlay.setAttribute('aria-label', 'Check by your bank');
    const before = document.activeElement;
    document.body.append(overlay);
    return new Promise(resolve => {
      const link = openFrame(overlay, {
        document: 'bank-step.html',
        title: 'Check by your bank',
        style: { width: 'min(26rem, 100vw - 2rem)', height: '23rem', border: '0', borderRadius: '1rem' },
        events: {
          connected() {
            void link.call('ask', { key, path: `/browser/v1/${kindOf(secret)}/${idIn(secret)}`, secret });
            link.frame.focus();
          },
          decided(result) {
            link.close();
            overlay.remove();
            before?.focus?.();
            resolve(result);
          },
        },
      });
    });
  }

  function leaveFor(returnUrl, intent, secret) {
    const target = new URL(returnUrl, location.href);
    const name = intent.object;
    target.searchParams.set(name, intent.id);
    target.searchParams.set(`${name}_client_secret`, secret);
    target.searchParams.set('redirect_status', intent.status);
    location.assign(target);
    return new Promise(() => {});
  }

  const named = ({ error, intent }) =>
    error ? { error } : { [intent.object === 'payment_intent' ? 'paymentIntent' : 'setupIntent']: intent };

  /** Resolves to the intent or an error. Leaves the page for return_url unless `redirect` is `if_required`. */
  const confirm =
    key =>
    async ({ elements, clientSecret, confirmParams, redirect }) => {
      const group = elements && inside.get(elements);
      const secret = clientSecret ?? group?.secret;
      const path = `/browser/v1/${kindOf(secret)}/${idIn(secret)}`;
      let result = (await group?.card()?.call('confirm', { key, path, secret })) ?? { error: noConnection };
      if (result.intent?.status === 'requires_action') result = await askBank(key, secret);
      if (result.error || redirect === 'if_required') return named(result);
      return leaveFor(confirmParams.return_url, result.intent, secret);
    };

  const notServed = name => async () => ({
    error: { type: 'invalid_request_error', message: `The payment sandbox does not serve ${name}.` },
  });

  function Stripe(key) {
    if (!key) throw new Error('Please call Stripe() with your publishable key. You used an empty string.');
    const retrieved = async secret => named(await retrieve(key, secret));
    return {
      elements: createElements,
      confirmSetup: confirm(key),
      confirmPayment: confirm(key),
      retrieveSetupIntent: retrieved,
      retrievePaymentIntent: retrieved,
      confirmCardSetup: notServed('confirmCardSetup'),
      confirmCardPayment: notServed('confirmCardPayment'),
      createToken: notServed('tokens'),
      createPaymentMethod: notServed('loose payment methods'),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  // @stripe/stripe-js checks for this release.
  Stripe.version = 'endive';
  window.Stripe = Stripe;
}
