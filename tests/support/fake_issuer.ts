import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the fake OpenID provider misbehaves. */
export interface Mischief {
  /** Claims that override those of the ID token. */
  claims?: Record<string, unknown>
  /** Signs with a key that is not published. */
  isForged?: boolean
  /** The error response of the token endpoint. */
  refusal?: { status: number; error: string }
  /** Redirects back with this error instead of a code. */
  error?: string
}

export interface FakeIssuer {
  url: string
  clientId: string
  clientSecret: string
  /** The claims of the user who is signed in at the provider. */
  user: Record<string, unknown>
  mischief: Mischief
  /** Issued codes that were not redeemed yet, with the authorization request. */
  codes: Map<string, URLSearchParams>
  close(): void
}

const jsonIn = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Starts a small OpenID provider that issues codes without interaction, and misbehaves on request. */
export const startFakeIssuer = async (): Promise<FakeIssuer> => {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const hidden = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const fake: FakeIssuer = {
    url: '',
    clientId: 'facet',
    clientSecret: 'a secret of the client',
    user: {},
    mischief: {},
    codes: new Map(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }

  const tokensFor = (request: URLSearchParams) => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: fake.url,
      aud: fake.clientId,
      nonce: request.get('nonce'),
      iat: now,
      exp: now + 300,
      ...fake.user,
      ...fake.mischief.claims,
    }
    const head = `${jsonIn({ alg: 'RS256', kid: 'one' })}.${jsonIn(claims)}`
    const { privateKey } = fake.mischief.isForged ? hidden : published
    const signature = createSign('RSA-SHA256').update(head).sign(privateKey).toString('base64url')
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: `${head}.${signature}` }
  }

  /** Returns the error for a token request, or null if it is valid (RFC 6749, 4.1.3; RFC 7636, 4.6). */
  const refusalOf = (given: URLSearchParams, authorization: string | undefined) => {
    if (fake.mischief.refusal) return fake.mischief.refusal
    const [id, secret] = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
    const isClient =
      id === fake.clientId && decodeURIComponent((secret ?? '').replaceAll('+', ' ')) === fake.clientSecret
    if (!isClient) return { status: 401, error: 'invalid_client' }
    const asked = fake.codes.get(given.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === given.get('redirect_uri')
    return isValid ? null : { status: 400, error: 'invalid_grant' }
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url!, fake.url)
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return answer(200, {
          issuer: fake.url,
          authorization_endpoint: `${fake.url}/authorize`,
          token_endpoint: `${fake.url}/token`,
          jwks_uri: `${fake.url}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/jwks':
        return answer(200, {
          keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        })
      case '/authorize': {
        const code = randomUUID()
        const back = new URL(url.searchParams.get('redirect_uri')!)
        if (fake.mischief.error) back.searchParams.set('error', fake.mischief.error)
        else {
          fake.codes.set(code, url.searchParams)
          back.searchParams.set('code', code)
        }
        back.searchParams.set('state', url.searchParams.get('state')!)
        response.writeHead(302, { location: back.href }).end()
        return
      }
      case '/token': {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const given = new URLSearchParams(Buffer.concat(chunks).toString())
        const refusal = refusalOf(given, request.headers.authorization)
        if (refusal) return answer(refusal.status, { error: refusal.error })
        const code = given.get('code')!
        const tokens = tokensFor(fake.codes.get(code)!)
        fake.codes.delete(code)
        return answer(200, tokens)
      }
      default:
        return answer(404, {})
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}
