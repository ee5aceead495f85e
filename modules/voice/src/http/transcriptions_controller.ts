import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { disconnectSignal } from '#modules/imagegen/index'
import { fail, ok } from '#modules/kernel/result'
import { custom, readQuery, type CheckedField } from '#modules/kernel/validation'
import { audioTypeOf } from '#plugins/contract/voice'
import { voiceLimits, type Transcript } from '../../api.ts'
import { recordingSeconds } from '../domain/recording_length.ts'
import { RecordingAllowance } from '../rate_limits.ts'
import { RecordingSlots } from '../recording_slots.ts'
import { VoiceEngine } from '../voice_engine.ts'
import { receiveRecording } from './receive_recording.ts'
import { refuseRecording } from './refusals.ts'

const busyRetrySeconds = 5
/** Browsers end a recording a moment after two minutes. */
const toleranceSeconds = 5

/** Writes recordings down, and keeps nothing of them. */
@inject()
export default class TranscriptionsController {
  static readonly queryValidator = vine.create({
    language: custom((language): CheckedField<string | null> => {
      if (language === undefined) return ok(null)
      if (typeof language === 'string' && language.length <= 35 && /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(language))
        return ok(language)
      return fail({ rule: 'format', message: 'language must be a tag such as en-GB.' })
    }),
  })

  constructor(
    private readonly engine: VoiceEngine,
    private readonly allowance: RecordingAllowance,
    private readonly slots: RecordingSlots
  ) {}

  async handle(ctx: HttpContext): Promise<Transcript | void> {
    const { language } = await readQuery(ctx, TranscriptionsController.queryValidator)
    const { id: userId } = ctx.auth.getUserOrFail()
    if (!(await this.engine.writesDown())) return refuseRecording(ctx, 'no_dictation')
    const answer = await this.slots.use(userId, async () => {
      const retryAfterSeconds = await this.allowance.count(userId)
      if (retryAfterSeconds !== null) return fail({ kind: 'too_many' as const, retryAfterSeconds })
      const received = await receiveRecording(ctx.request.request)
      if (!received.ok) return received
      const type = audioTypeOf(received.value)
      const seconds = type && recordingSeconds(received.value, type)
      if (type === null || seconds === null) return fail({ kind: 'not_audio' as const })
      if (seconds > voiceLimits.recordingSecondsMax + toleranceSeconds) return fail({ kind: 'too_long' as const })
      const signal = disconnectSignal(ctx.response.response)
      const written = await this.engine.transcribe({ bytes: received.value, type }, language, signal)
      return !written.ok && signal.aborted ? fail({ kind: 'gone' as const }) : written
    })
    if (answer === null) return refuseRecording(ctx, { kind: 'busy', retryAfterSeconds: busyRetrySeconds })
    return answer.ok ? { text: answer.value } : refuseRecording(ctx, answer.failure)
  }
}
