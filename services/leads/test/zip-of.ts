import { crc32, deflateRawSync } from 'node:zlib';

/** A file for `zipOf`; the fields after `bytes` make it unusual or wrong. */
export type ZipPart = {
  name: string;
  bytes: string | Buffer;
  stored?: boolean;
  encrypted?: boolean;
  method?: number;
  checksum?: number;
};

function headers({ name, bytes, stored, encrypted, method, checksum }: ZipPart, offset: number) {
  const data = Buffer.from(bytes);
  const packed = stored ? data : deflateRawSync(data);
  const path = Buffer.from(name);
  // The fields that both headers have, from 'version needed' on (APPNOTE.TXT 4.3.7 and 4.3.12).
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(encrypted ? 0x801 : 0x800, 2);
  shared.writeUInt16LE(method ?? (stored ? 0 : 8), 4);
  shared.writeUInt32LE(checksum ?? crc32(data), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(data.length, 18);
  shared.writeUInt16LE(path.length, 22);
  const central = Buffer.alloc(14);
  central.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, central, path]),
  };
}

/** Builds a zip file. */
export function zipOf(parts: ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { local, central } = headers(part, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
