/** The parts of the package that the tests use. It has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Account {
    accountId: string
    claims(): Record<string, unknown>
  }

  interface Configuration {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[]
    claims: Record<string, string[]>
    ttl: Record<string, number>
    cookies: { keys: string[] }
    pkce: { required(): boolean }
    findAccount(ctx: unknown, sub: string): Account
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): RequestListener
  }
}
