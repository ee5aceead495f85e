import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

/* Web Push without a database and a network: encryption (RFC 8291, by RFC 8188) and the server's signature (RFC 8292). */

const curve = 'prime256v1'
/** The length of a point on P-256, uncompressed. */
const pointBytes = 65
const authBytes = 16
const saltBytes = 16
const tagBytes = 16
const recordBytes = 4_096
/** Push services accept bodies of 4,096 bytes. The rest is for the header and the tag. */
export const payloadBytesMax = 3_900
/** At most a day (RFC 8292). */
const tokenSeconds = 12 * 3_600

/** The browser's keys for one subscription. */
export interface ReceiverKeys {
  /** A public key on P-256. */
  p256dh: Buffer
  /** 16 secret bytes. */
  auth: Buffer
}

/** A key of the server: its secret number, and the point that browsers get, in base64url. */
export interface ServerKey {
  privateKey: string
  publicKey: string
}

/** Decodes base64url. Returns null unless the text is its only encoding. */
const decode = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Returns null for keys that no browser makes. */
export function parseReceiverKeys(keys: { p256dh: string; auth: string }): ReceiverKeys | null {
  const [p256dh, auth] = [decode(keys.p256dh), decode(keys.auth)]
  if (p256dh?.length !== pointBytes || auth?.length !== authBytes) return null
  try {
    ECDH.convertKey(p256dh, curve)
  } catch {
    return null
  }
  return { p256dh, auth }
}

export function newServerKey(): ServerKey {
  const ecdh = createECDH(curve)
  const publicKey = ecdh.generateKeys('base64url')
  // Node drops leading zeros.
  return {
    publicKey,
    privateKey: Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  }
}

/** Derives the public key. Returns null if the text isn't a private key: 32 bytes in base64url. */
export function serverKeyOf(privateKey: string): ServerKey | null {
  const bytes = decode(privateKey)
  if (bytes?.length !== 32) return null
  const ecdh = createECDH(curve)
  try {
    ecdh.setPrivateKey(bytes)
  } catch {
    return null
  }
  return { privateKey, publicKey: ecdh.getPublicKey('base64url') }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Encrypts a payload as the body of a push. Tests pass the sender's key and the salt, which must be new for each push. */
export function encryptPush(
  payload: Buffer,
  { p256dh, auth }: ReceiverKeys,
  { privateKey, salt }: { privateKey?: Buffer; salt: Buffer } = { salt: randomBytes(saltBytes) }
): Buffer {
  if (payload.length > payloadBytesMax) throw new Error(`A push may have ${payloadBytesMax} bytes at most.`)
  const sender = createECDH(curve)
  if (privateKey) sender.setPrivateKey(privateKey)
  else sender.generateKeys()
  const point = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, point])
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes })
  const head = Buffer.alloc(saltBytes + 5)
  salt.copy(head)
  head.writeUInt32BE(recordBytes, saltBytes)
  head.writeUInt8(point.length, saltBytes + 4)
  // The delimiter says that this is the last record.
  const text = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()])
  return Buffer.concat([head, point, text, cipher.getAuthTag()])
}

const signingKey = ({ privateKey, publicKey }: ServerKey): KeyObject => {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y } })
}

/** Returns the `Authorization` header, by which the push service knows the server. `contact` is an address for its operator. */
export function authorizePush(endpoint: string, key: ServerKey, contact: string, nowMs: number): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const expiresAt = Math.floor(nowMs / 1_000) + tokenSeconds
  const claims = { aud: new URL(endpoint).origin, exp: expiresAt, sub: contact }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: signingKey(key), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey}`
}
