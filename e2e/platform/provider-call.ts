/** Returns a caller of a payment provider's API: GET, or POST with `fields`. */
export const providerCall =
  (url: string, secretKey: string) =>
  async (path: string, fields?: Record<string, string>): Promise<unknown> => {
    const reply = await fetch(`${url}/${path}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
