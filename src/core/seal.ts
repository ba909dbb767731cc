import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/**
 * Turns bytes into text that shows nothing of them and that only this service can make. Its length is theirs: seal the same
 * number of bytes for what must not be told apart.
 */
export interface Seal {
  /** Another text each time. */
  seal(plain: Buffer): string;
  /** The same text for the same bytes: for ids, which caches compare. */
  sealAlike(plain: Buffer): string;
  /** Null for what was not sealed with this secret, or is spelled in another way than it was. Never throws. */
  open(text: string): Buffer | null;
}

/** AES-256-GCM under a nonce, before the sealed text; its tag is behind it. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nothing longer is opened: more than the longest address of an alert becomes. */
const MAX_CHARACTERS = 4_096;

/** @param secret 32 bytes, the same in all processes on a store. */
export function createSeal(secret: Buffer): Seal {
  const key = createSecretKey(secret); // made ready once: three times as fast as with the bytes
  const sealed = (nonce: Buffer, plain: Buffer): string => {
    const cipher = createCipheriv(CIPHER, key, nonce);
    const text = cipher.update(plain);
    cipher.final(); // a stream cipher: nothing is left
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
  };
  return {
    seal: (plain) => sealed(randomBytes(NONCE_BYTES), plain),
    // A nonce that follows from what is sealed is never used for something else.
    sealAlike: (plain) =>
      sealed(createHmac('sha256', key).update(plain).digest().subarray(0, NONCE_BYTES), plain),
    open(text) {
      if (text.length > MAX_CHARACTERS) return null;
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        decipher.final();
        return plain;
      } catch {
        return null; // forged or changed
      }
    },
  };
}

/** Length of the text that so many bytes become. */
export const sealedCharacters = (bytes: number): number =>
  Math.ceil(((NONCE_BYTES + bytes + TAG_BYTES) * 8) / 6);
