import { SMTPServer } from 'smtp-server';

/** Accepts every email and keeps none: an inbox with a web page would add to the measurement. */
export async function openMailServer() {
  let taken = 0;
  const recipients = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      stream.resume().once('end', () => {
        taken++;
        for (const { address } of envelope.rcptTo) recipients.add(address);
        done();
      });
    },
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    /** Returns how many addresses got an email. */
    recipients: () => recipients.size,
    close: () => server.close(() => {}),
  };
}
