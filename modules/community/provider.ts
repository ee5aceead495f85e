import type { ApplicationService } from '@adonisjs/core/types'

export default class CommunityProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    await import('./routes.ts')
  }
}
