// The frame's end of the port to its page (see stripe.js).

const parentOrigin = new URLSearchParams(location.search).get('parent');

/** Serves the page's calls with these methods. Resolves to a function that sends events. */
export function linkToPage(methods) {
  return new Promise(resolve => {
    function connect(event) {
      if (event.source !== window.parent || event.origin !== parentOrigin || event.data !== 'connect') return;
      removeEventListener('message', connect);
      const [port] = event.ports;
      port.onmessage = async ({ data: { method, value, reply } }) => {
        port.postMessage({ reply, value: await methods[method]?.(value) });
      };
      const emit = (name, value) => port.postMessage({ event: name, value });
      resolve(emit);
      emit('connected');
    }
    addEventListener('message', connect);
  });
}

/** Calls the sandbox from the browser. Resolves to the intent or to an error in Stripe's shape. */
export async function callSandbox({ key, path, ...fields }) {
  try {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(fields),
    });
    const body = await reply.json();
    return body.error ? { error: body.error } : { intent: body };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We could not reach the payment provider. Check your connection and try again.',
      },
    };
  }
}
