import { defineConfig } from '@adonisjs/auth'
import type { InferAuthenticators } from '@adonisjs/auth/types'
import { tokenGuard } from '#modules/access/index'
import { sessionGuard } from '#modules/accounts/index'

const authConfig = defineConfig({ default: 'web', guards: { web: sessionGuard, token: tokenGuard } })

export default authConfig

declare module '@adonisjs/auth/types' {
  interface Authenticators extends InferAuthenticators<typeof authConfig> {}
}
