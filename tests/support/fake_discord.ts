import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeDiscord {
  url: string
  clientId: string
  clientSecret: string
  guildId: string
  /** The user who is signed in at Discord. */
  user: { id: string; username: string; global_name: string | null; email: string | null; verified: boolean }
  isMember: boolean
  /** When set, every call except the authorization page gets this status. */
  status: number | null
  scopes: string[]
  close(): void
}

/** Fakes the parts of Discord's OAuth2 and API that sign-in uses. */
export const startFakeDiscord = async (): Promise<FakeDiscord> => {
  const codes = new Map<string, URLSearchParams>()
  const tokens = new Set<string>()
  const fake: FakeDiscord = {
    url: '',
    clientId: '1234567890',
    clientSecret: 'a secret of the app',
    guildId: '987654321',
    user: {
      id: '80351110224678912',
      username: 'nelly',
      global_name: 'Nelly',
      email: 'nelly@example.test',
      verified: true,
    },
    isMember: false,
    status: null,
    scopes: [],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url!, fake.url)
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname === '/oauth2/authorize') {
      const code = randomUUID()
      codes.set(code, url.searchParams)
      fake.scopes = url.searchParams.get('scope')!.split(' ')
      const back = new URL(url.searchParams.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code, state: url.searchParams.get('state')! }))
      response.writeHead(302, { location: back.href }).end()
      return
    }
    if (fake.status !== null) return answer(fake.status, {})
    if (url.pathname === '/api/oauth2/token') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = new URLSearchParams(Buffer.concat(chunks).toString())
      const authorization = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      if (body.get('client_id') !== fake.clientId || body.get('client_secret') !== fake.clientSecret)
        return answer(401, { error: 'invalid_client' })
      if (
        authorization?.get('code_challenge') !== challenge ||
        authorization.get('redirect_uri') !== body.get('redirect_uri')
      )
        return answer(400, { error: 'invalid_grant' })
      const token = randomUUID()
      tokens.add(token)
      return answer(200, {
        access_token: token,
        token_type: 'Bearer',
        expires_in: 604_800,
        refresh_token: 'unused',
        scope: '',
      })
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return answer(401, {})
    if (url.pathname === '/api/users/@me') return answer(200, { ...fake.user, discriminator: '0', avatar: null })
    const isMembershipCall = url.pathname === `/api/users/@me/guilds/${fake.guildId}/member`
    return answer(isMembershipCall && fake.isMember ? 200 : 404, {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}
