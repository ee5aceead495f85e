import type { CharacterVoice, SpeechBody, VoiceChoice, VoiceOffer } from '#modules/voice/api'
import { answer } from './check_answer.ts'

/** The fake server's voices. */
export class FakeVoice {
  offer: VoiceOffer = { provider: null, voices: [], price: 0, writesDown: false }
  /** The choices for each character. */
  readonly choices = new Map<string, CharacterVoice>()
  readonly spoken: SpeechBody[] = []
  /** The text of every recording. */
  transcript = 'Written by the server.'

  answer(method: string, path: string, body: unknown): Response | null {
    if (path === '/api/voices') return answer('VoiceOffer', this.offer)
    if (path === '/api/transcriptions') return answer('Transcript', { text: this.transcript })
    if (path === '/api/speech') {
      this.spoken.push(body as SpeechBody)
      return new Response('audio', { headers: { 'Content-Type': 'audio/mpeg' } })
    }
    const [, characterId, owners] = /^\/api\/characters\/([^/]+)\/voice(\/owners)?$/.exec(path) ?? []
    if (characterId === undefined) return null
    const found = this.choices.get(characterId) ?? { owners: null, own: null, isOwner: false }
    if (method === 'GET') return answer('CharacterVoice', found)
    const { choice } = body as { choice: VoiceChoice | null }
    this.choices.set(characterId, { ...found, [owners ? 'owners' : 'own']: choice })
    return answer('Confirmation', { message: 'The voice is saved.' })
  }
}
