import { MessageReader, parseMessage } from '#modules/gallery/api'
import { toastError, toastFailure } from '#web/lib/toasts'
import { SpeechGroups } from './speech_groups.ts'
import { spokenPieces, type SpokenPiece } from './spoken_text.ts'
import { speaker, type Reading } from './speaker.ts'
import type { MessageVoices } from './voice_choice.ts'
import { voiceSpeed } from './voice_settings.ts'

const tellFailure = (error: unknown) => toastError(error, 'The voice stopped. Try again.', 'Can’t read aloud')

/** Reads a message aloud. While it is being written, `update` passes on its text so far. */
export class MessageReading {
  readonly #reading: Reading
  readonly #parser = new MessageReader()
  #voices: MessageVoices | null = null
  #groups: SpeechGroups | null = null
  #latest: { text: string; isFinished: boolean } | null = null

  constructor(key: string, voices: Promise<MessageVoices>) {
    this.#reading = speaker.begin(key, voiceSpeed.current, tellFailure)
    void voices.then((loaded) => this.#begin(loaded), tellFailure)
  }

  update(text: string, isFinished: boolean): void {
    this.#latest = { text, isFinished }
    this.#addGroups()
  }

  #begin(voices: MessageVoices): void {
    if (this.#reading.isStopped) return
    if (!voices.speech) {
      toastFailure(
        'No voice',
        'This browser has no voices of its own. Choose another voice in the chat’s menu, under Voice.'
      )
      return speaker.stop()
    }
    this.#voices = voices
    this.#groups = new SpeechGroups(voices.isSame ? 'same' : voices.narration ? 'other' : 'none')
    this.#addGroups()
  }

  #addGroups(): void {
    const [voices, groups, latest] = [this.#voices, this.#groups, this.#latest]
    if (!voices || !groups || !latest || this.#reading.isStopped) return
    const pieces: SpokenPiece[] = spokenPieces(
      latest.isFinished ? parseMessage(latest.text) : this.#parser.read(latest.text, true)
    )
    for (const { text, isSpeech } of groups.take(pieces, latest.isFinished))
      this.#reading.add(text, (isSpeech ? voices.speech : voices.narration)!)
    if (latest.isFinished) this.#reading.end()
  }
}
