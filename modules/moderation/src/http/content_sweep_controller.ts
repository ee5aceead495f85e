import { inject } from '@adonisjs/core'
import type { ContentSweep } from '../../api.ts'
import { SweepContent } from '../sweep_content.ts'

@inject()
export default class ContentSweepController {
  constructor(private readonly sweep: SweepContent) {}

  async show(): Promise<{ sweep: ContentSweep | null }> {
    return { sweep: await this.sweep.show() }
  }
}
