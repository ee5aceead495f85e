import { inject } from '@adonisjs/core'
import type { HelpLine } from '../api.ts'
import { HelpSettings } from '../replies/index.ts'

@inject()
export default class HelpLinesController {
  constructor(private readonly settings: HelpSettings) {}

  index(): readonly HelpLine[] {
    return this.settings.lines
  }
}
