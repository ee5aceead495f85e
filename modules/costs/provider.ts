import type { ApplicationService } from '@adonisjs/core/types'

export default class CostsProvider {
  constructor(protected app: ApplicationService) {}

  register() {}
}
