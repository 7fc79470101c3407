/**
 * A command that is pressed twice goes out once: while the same one is under way, the second press gets the first
 * one's reply. Another input of the same call in between makes it a new command. Inputs are JSON: two files would look
 * alike.
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
