import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Readiness } from './readiness.ts'

@inject()
export default class HealthController {
  constructor(private readonly readiness: Readiness) {}

  live({ response }: HttpContext) {
    return response.header('Cache-Control', 'no-store').json({ status: 'ok' })
  }

  async ready({ response }: HttpContext) {
    const status = await this.readiness.check()
    return response
      .header('Cache-Control', 'no-store')
      .status(status === 'ok' ? 200 : 503)
      .json({ status })
  }
}
