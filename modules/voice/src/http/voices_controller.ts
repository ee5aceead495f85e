import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Done } from '#modules/kernel/calls'
import { fail, ok } from '#modules/kernel/result'
import { custom, readBody, type CheckedField } from '#modules/kernel/validation'
import { isVoiceId, silentNarrator, type CharacterVoice, type VoiceChoice, type VoiceOffer } from '../../api.ts'
import { VoiceSettings } from '../../index.ts'
import { CharacterVoices } from '../character_voices.ts'
import { VoiceChangeLimit } from '../rate_limits.ts'
import { VoiceEngine } from '../voice_engine.ts'
import { refuseVoice } from './refusals.ts'

const isChoice = (value: unknown): value is VoiceChoice => {
  const { voice, narrator } = Object(value) as Record<string, unknown>
  return (
    (voice === null || isVoiceId(voice)) && (narrator === null || narrator === silentNarrator || isVoiceId(narrator))
  )
}

/** The voices on offer, and the choices of owners and readers. */
@inject()
export default class VoicesController {
  static readonly choiceValidator = vine.create({
    choice: custom((choice): CheckedField<VoiceChoice | null> => {
      if (choice === null) return ok(null)
      if (!isChoice(choice)) return fail({ rule: 'format', message: 'The choice needs a voice and a narrator.' })
      return ok({ voice: choice.voice, narrator: choice.narrator })
    }),
  })

  constructor(
    private readonly settings: VoiceSettings,
    private readonly engine: VoiceEngine,
    private readonly voices: CharacterVoices,
    private readonly limit: VoiceChangeLimit
  ) {}

  async index(): Promise<VoiceOffer> {
    const { provider, price } = this.settings
    const listed = await this.engine.voices()
    // Browsers still have their own voices.
    return { provider, voices: listed.ok ? listed.value : [], price, writesDown: await this.engine.writesDown() }
  }

  async show(ctx: HttpContext): Promise<CharacterVoice | void> {
    const found = await this.voices.find(ctx.params.id, ctx.auth.getUserOrFail())
    return found ?? refuseVoice(ctx, 'no_such_character')
  }

  async choose(ctx: HttpContext): Promise<Done | void> {
    const { choice } = await readBody(ctx, VoicesController.choiceValidator)
    const viewer = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.limit.count(viewer.id)
    if (retryAfterSeconds !== null) return refuseVoice(ctx, { kind: 'too_many_changes', retryAfterSeconds })
    const isSaved = await this.voices.choose(ctx.params.id, viewer, choice)
    return isSaved ? { message: 'The voice is saved.' } : refuseVoice(ctx, 'no_such_character')
  }

  async chooseForAll(ctx: HttpContext): Promise<Done | void> {
    const { choice } = await readBody(ctx, VoicesController.choiceValidator)
    const viewer = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.limit.count(viewer.id)
    if (retryAfterSeconds !== null) return refuseVoice(ctx, { kind: 'too_many_changes', retryAfterSeconds })
    const outcome = await this.voices.chooseForAll(ctx.params.id, viewer, choice)
    if (outcome === 'saved') return { message: 'The voice is saved for all readers.' }
    return refuseVoice(ctx, outcome === 'unknown' ? 'no_such_character' : 'not_yours')
  }
}
