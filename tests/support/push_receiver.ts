import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** The keys of a browser's subscription, which decrypt what is pushed to it. */
export const newReceiver = () => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer) => decryptPush(body, ecdh, auth),
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts as a browser does. It shares no code with the product. */
export const decryptPush = (body: Buffer, receiver: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
  const secret = derive(receiver.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([decipher.update(body.subarray(21 + body[20]!, -16)), decipher.final()])
  if (text.at(-1) !== 2) throw new Error('The record has no end.')
  return text.subarray(0, -1).toString()
}

/** Verifies the signature of an `Authorization` header and returns its claims, and the key that the server says it has. */
export const verifyPush = (header: string) => {
  const { token, key } = /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(header)!.groups as Record<string, string>
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url')
  )
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { isValid, key: key!, head: read(head), claims: read(claims) as { aud: string; exp: number; sub: string } }
}
