import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { VoiceSettings } from './index.ts'
import { PruneSpeech } from './src/actions/prune_speech.ts'
import { SpeakText } from './src/actions/speak_text.ts'
import { SpeechCharges } from './src/actions/speech_charges.ts'
import { SpeechTurns } from './src/actions/speech_turns.ts'
import { CharacterVoices } from './src/character_voices.ts'
import { exportVoices } from './src/queries/export_voices.ts'
import { RecordingAllowance, SpeechAllowance, VoiceChangeLimit } from './src/rate_limits.ts'
import { RecordingSlots } from './src/recording_slots.ts'
import { SpeechFiles } from './src/speech_files.ts'
import { VoiceEngine } from './src/voice_engine.ts'

const pruneEveryMs = 60_000

export default class VoiceProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSettings(this.app, VoiceSettings, 'voice')
    bindSingletons(this.app, [
      CharacterVoices,
      PruneSpeech,
      RecordingAllowance,
      RecordingSlots,
      SpeakText,
      SpeechAllowance,
      SpeechCharges,
      SpeechFiles,
      SpeechTurns,
      VoiceChangeLimit,
      VoiceEngine,
    ])
  }

  async boot() {
    const { container } = this.app
    const [accounts, gallery] = await Promise.all([container.make(Accounts), container.make(Gallery)])
    const voices = await container.make(CharacterVoices)
    accounts.closing.on(({ userId }, trx) => voices.forgetUser(userId, trx))
    gallery.charactersPurged.on(({ characterIds }, trx) => voices.forgetCharacters(characterIds, trx))
    exportVoices(accounts.exportSections, await container.make(Database))
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [prune, speak] = [await container.make(PruneSpeech), await container.make(SpeakText)]
    const tasks = await container.make(PeriodicTasks)
    tasks.start({ purpose: 'remove kept speech', everyMs: pruneEveryMs, run: (signal) => prune.run(signal) })
    // Aborts calls while the server can still send responses.
    this.app.terminating(() => speak.stop())
  }
}
