/** Signatures as https://www.standardwebhooks.com specifies them. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/** Returns the headers with which a receiver verifies a body. Each secret signs it once. */
export const signedHeaders = (
  { id, body, seconds }: { id: string; body: string; seconds: number },
  secrets: readonly string[]
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(`${id}.${seconds}.${body}`, secret)}`).join(' '),
})

const signatureOf = (signed: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(signed)
    .digest('base64')
