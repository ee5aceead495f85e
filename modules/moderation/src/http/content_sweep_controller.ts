import { inject } from '@adonisjs/core'
import type { ContentSweep } from '../../api.ts'
import { SweepContent } from '../sweep_content.ts'

@inject()
export default class ContentSweepController {
  constructor(private readonly sweep: SweepContent) {}

  show(): Promise<ContentSweep | null> {
    return this.sweep.show()
  }
}
