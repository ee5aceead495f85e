import { defineConfig } from '@adonisjs/core/http'
import env, { appUrl } from './env.ts'

export { appUrl }

/** With the host's name, who this process is for the others. */
export const port = env.get('PORT')

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  redirect: { forwardQueryString: false },
  /** The proxy before us, and nobody before that: what came with the request to it anyone could write. */
  trustProxy: (_address: string, hop: number) => hop === 0 && env.get('TRUST_PROXY') === true,
  /** Longer than the 60 s of the usual proxies, so that they are the ones to hang up. */
  keepAliveTimeout: 75_000,
  requestTimeout: 120_000,
  cookie: { path: '/', httpOnly: true, secure: appUrl.startsWith('https:'), sameSite: 'lax' },
})
