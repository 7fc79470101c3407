/**
 * Sends a repeated command once: while it is in progress, an equal call gets the same reply. Another input in between
 * makes it a new command. Inputs are compared as JSON, so two files would be equal.
 */
export function onceAtATime() {
  const underWay = new Map<string, { input: string; reply: Promise<unknown> }>();
  return <Reply>(call: string, input: unknown, send: () => Promise<Reply>): Promise<Reply> => {
    const asText = JSON.stringify(input) ?? '';
    const last = underWay.get(call);
    if (last?.input === asText) return last.reply as Promise<Reply>;
    const reply = send();
    const command = { input: asText, reply };
    underWay.set(call, command);
    const forget = () => {
      if (underWay.get(call) === command) underWay.delete(call);
    };
    reply.then(forget, forget);
    return reply;
  };
}
