import type { EncryptionService } from '@adonisjs/core/types'
import { limits, type DemoMessage } from '../../api.ts'

/** A demo chat. The browser keeps it; the server only signs it. */
export interface Transcript {
  /** Unique, so that it is adopted once. */
  id: string
  characterId: string
  /** Oldest first, with the character's first message as it is stored. */
  messages: TranscriptMessage[]
}

export type TranscriptMessage = DemoMessage & {
  /** ISO 8601. */
  createdAt: string
}

export const repliesIn = ({ messages }: Transcript): number => messages.filter(({ isUser }) => isUser).length

const purpose = 'demo transcript'

/** Signs transcripts with the app's key (HMAC-SHA256) and an expiry. Their content is readable for the browser. */
export class Transcripts {
  readonly #encryption: Pick<EncryptionService, 'getMessageVerifier'>

  constructor(encryption: Pick<EncryptionService, 'getMessageVerifier'>) {
    this.#encryption = encryption
  }

  sign(transcript: Transcript): string {
    return this.#encryption.getMessageVerifier().sign(transcript, `${limits.demoHours} hours`, purpose)
  }

  /** Null when it is changed, expired, or signed for something else. */
  read(text: string): Transcript | null {
    return this.#encryption.getMessageVerifier().unsign<Transcript>(text, purpose)
  }
}
