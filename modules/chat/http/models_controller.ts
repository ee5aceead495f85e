import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { ModelTier } from '../api.ts'
import { picturesMaxOf, Tiers } from '../prompts/index.ts'
import { SuggestionSettings } from '../replies/index.ts'

@inject()
export default class ModelsController {
  constructor(
    private readonly tiers: Tiers,
    private readonly settings: SuggestionSettings
  ) {}

  /** GET /api/models: returns the tiers, in order of cost. */
  index({ response }: HttpContext) {
    const { suggestions } = this.settings
    const tiers = [...this.tiers.byId.values()].map(
      ({
        id,
        name,
        cost,
        contextTokens,
        outputTokensMax,
        description,
        isDemo,
        provider,
        model,
        reasoning,
        vision,
      }): ModelTier => ({
        tier: id,
        name,
        cost,
        available: true,
        contextTokens,
        outputTokens: outputTokensMax,
        description,
        takes: [...provider.takes(model)],
        ...(suggestions !== 'off' && { suggestionCost: suggestions === 'free' ? 0 : cost }),
        ...(reasoning && { thinks: true as const }),
        ...(picturesMaxOf({ vision, provider, model }) > 0 && { sees: true as const }),
        ...(isDemo && { isDemo }),
        ...(provider.isTroubled?.() && { trouble: true as const }),
      })
    )
    return response.json(tiers)
  }
}
