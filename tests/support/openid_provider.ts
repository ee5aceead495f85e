import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface RealProvider {
  url: string
  clientId: string
  clientSecret: string
  /** The users, by login name. Any password is accepted. */
  people: Map<string, { email: string; email_verified: boolean; given_name: string }>
  /** Starts answering requests, with this redirect address registered. */
  serve(redirectUri: string): void
  close(): void
}

/** Starts a real OpenID provider with its own sign-in and consent pages. */
export const startOpenIdProvider = async (): Promise<RealProvider> => {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = 'facet'
  const clientSecret = 'a secret of the client'
  const people: RealProvider['people'] = new Map()
  return {
    url,
    clientId,
    clientSecret,
    people,
    serve(redirectUri) {
      const provider = new Provider(url, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
        cookies: { keys: ['for a test'] },
        ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        pkce: { required: () => true },
        findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
      })
      server.on('request', provider.callback())
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
