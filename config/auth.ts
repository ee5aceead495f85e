import { defineConfig } from '@adonisjs/auth'
import type { InferAuthenticators } from '@adonisjs/auth/types'
import { sessionGuard } from '#modules/accounts/index'

const authConfig = defineConfig({ default: 'web', guards: { web: sessionGuard } })

export default authConfig

declare module '@adonisjs/auth/types' {
  interface Authenticators extends InferAuthenticators<typeof authConfig> {}
}
