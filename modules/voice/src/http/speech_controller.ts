import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { disconnectSignal } from '#modules/imagegen/index'
import { fail, ok } from '#modules/kernel/result'
import { custom, readBody, type CheckedField } from '#modules/kernel/validation'
import { audioTypeOf } from '#plugins/contract/voice'
import { voiceLimits } from '../../api.ts'
import { SpeakText } from '../actions/speak_text.ts'
import { refuseVoice } from './refusals.ts'

/** Speaks texts. The audio is only for the caller. */
@inject()
export default class SpeechController {
  static readonly validator = vine.create({
    text: custom((text): CheckedField<string> => {
      if (typeof text !== 'string' || text.trim() === '')
        return fail({ rule: 'required', message: 'There is no text to speak.' })
      if (text.length > voiceLimits.textMax)
        return fail({ rule: 'maxLength', message: `A text may have ${voiceLimits.textMax} characters at most.` })
      return ok(text.toWellFormed().trim())
    }),
    voice: custom((voice): CheckedField<string> =>
      typeof voice === 'string' && voice !== '' && voice.length <= voiceLimits.voiceIdMax
        ? ok(voice)
        : fail({ rule: 'required', message: 'Choose a voice.' })
    ),
  })

  constructor(private readonly speakText: SpeakText) {}

  async handle(ctx: HttpContext): Promise<void> {
    const request = await readBody(ctx, SpeechController.validator)
    const { response } = ctx
    const spoken = await this.speakText.run(ctx.auth.getUserOrFail().id, request, disconnectSignal(response.response))
    if (!spoken.ok) return refuseVoice(ctx, spoken.failure)
    response
      .header('Content-Type', audioTypeOf(spoken.value) ?? 'application/octet-stream')
      .header('Cache-Control', 'private, no-store')
      .header('X-Content-Type-Options', 'nosniff')
    response.send(spoken.value)
  }
}
