import type { ApplicationService } from '@adonisjs/core/types'

export default class NoticesProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    await import('./routes.ts')
  }
}
