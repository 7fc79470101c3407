import { Readable, type Readable as Stream } from 'node:stream';
import * as age from 'age-encryption';
import { OperatorError } from '../operator-error.ts';
import { readText, type Storage } from './storage.ts';

/** Keys for encryption and decryption. Without any, backups are not encrypted. */
export type Keys = {
  passphrase?: string | undefined;
  /** age public keys, `age1…`. */
  recipients: readonly string[];
  /** A private key of a recipient, for a restore. */
  identity?: string | undefined;
};

/** Encrypts and decrypts streams. */
export type Cipher = { seal(plain: Stream): Promise<Stream>; open(stored: Stream): Promise<Stream> };

export const keyFile = 'key.age';

/**
 * 32 MB and 0.2 s instead of the default 256 MB and 2 s. A passphrase has at least 24 characters, so guessing is
 * hopeless anyway, and the backup process has little memory.
 */
const WORK_FACTOR = 15;

export const isEncrypted = ({ passphrase, recipients }: Keys) =>
  passphrase !== undefined || recipients.length > 0;

/**
 * Returns a backup's cipher and its encrypted key for `key.age`, so that the passphrase is processed once, not per
 * file. Undefined without keys.
 */
export async function newCipher(keys: Keys): Promise<{ cipher: Cipher; key: Buffer } | undefined> {
  if (!isEncrypted(keys)) return undefined;
  const identity = await age.generateX25519Identity();
  return { cipher: await cipherOf(identity), key: await sealText(identity, keys) };
}

/** Returns the cipher of an existing backup. */
export async function cipherIn(storage: Storage, path: string, keys: Keys): Promise<Cipher> {
  const stored = await (await storage.read(path)).toArray();
  return cipherOf((await openText(Buffer.concat(stored), keys)).trim());
}

async function cipherOf(identity: string): Promise<Cipher> {
  const encrypter = new age.Encrypter();
  encrypter.addRecipient(await age.identityToRecipient(identity));
  const decrypter = new age.Decrypter();
  decrypter.addIdentity(identity);
  return {
    seal: async plain => fromWeb(await encrypter.encrypt(toWeb(plain))),
    open: async stored => fromWeb(await decrypter.decrypt(toWeb(stored))),
  };
}

/** Encrypts a small file; `age --decrypt` opens it. */
export async function sealText(text: string, { passphrase, recipients }: Keys): Promise<Buffer> {
  const encrypter = new age.Encrypter();
  if (recipients.length > 0) for (const recipient of recipients) encrypter.addRecipient(recipient);
  else if (passphrase !== undefined) {
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(WORK_FACTOR);
  }
  return Buffer.from(await encrypter.encrypt(text));
}

async function openText(sealed: Buffer, { passphrase, identity }: Keys): Promise<string> {
  if (passphrase === undefined && identity === undefined) {
    throw new OperatorError(
      'Expected BACKUP_PASSPHRASE or BACKUP_IDENTITY: the backup is encrypted. Set the one that belongs to it.',
    );
  }
  const decrypter = new age.Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  if (identity !== undefined) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(sealed, 'text');
  } catch (cause) {
    throw new OperatorError(
      'The backup was encrypted for another BACKUP_PASSPHRASE or BACKUP_IDENTITY. Set the one that belongs to it.',
      { cause },
    );
  }
}

/** Writes a text to the storage's root, encrypted if there are keys. Returns its path. */
export async function writeSealed(
  storage: Storage,
  { path, text, keys }: { path: string; text: string; keys: Keys },
): Promise<string> {
  const [file, bytes] = isEncrypted(keys)
    ? [`${path}.age`, await sealText(text, keys)]
    : [path, Buffer.from(text)];
  await storage.write(file, Readable.from([bytes]));
  return file;
}

/** Reads a text of `writeSealed`; undefined if it does not exist. */
export async function readSealed(storage: Storage, path: string, keys: Keys): Promise<string | undefined> {
  if (!path.endsWith('.age')) return readText(storage, path);
  const bytes = await (await storage.read(path)).toArray();
  return openText(Buffer.concat(bytes), keys);
}

type WebStream = ReadableStream<Uint8Array<ArrayBuffer>>;
const toWeb = (stream: Stream) => Readable.toWeb(stream) as unknown as WebStream;
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0]);
