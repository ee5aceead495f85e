import type { ApplicationService } from '@adonisjs/core/types'

export default class ConnectionsProvider {
  constructor(protected app: ApplicationService) {}

  register() {}
}
