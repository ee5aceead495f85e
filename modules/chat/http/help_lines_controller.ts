import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { countryOf } from '#modules/accounts/index'
import type { HelpLines } from '../api.ts'
import { HelpSettings } from '../replies/index.ts'

@inject()
export default class HelpLinesController {
  constructor(private readonly settings: HelpSettings) {}

  index(ctx: HttpContext): HelpLines {
    const { lines, countryHeader } = this.settings
    return { country: countryOf(countryHeader, ctx), lines: [...lines] }
  }
}
