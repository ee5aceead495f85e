import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { limits } from '../../limits.ts'
import type { DemoMessage } from '../api.ts'

/** A demo chat. The browser keeps it; the server only signs it. */
export interface Transcript {
  /** A unique id, so that the transcript is adopted only once. */
  id: string
  characterId: string
  /** The messages, oldest first. They include the character's first message as it is stored. */
  messages: TranscriptMessage[]
}

export type TranscriptMessage = DemoMessage & {
  /** ISO 8601. */
  createdAt: string
}

export const repliesIn = ({ messages }: Transcript): number => messages.filter(({ isUser }) => isUser).length

const purpose = 'demo transcript'

/** Signs transcripts with the app's key (HMAC-SHA256) and an expiry. The browser can read their content. */
@inject()
export class Transcripts {
  constructor(private readonly encryption: Encryption) {}

  sign(transcript: Transcript): string {
    return this.encryption.getMessageVerifier().sign(transcript, `${limits.demoHours} hours`, purpose)
  }

  /** Reads a signed transcript. Returns null if it was changed, has expired, or was signed for another purpose. */
  read(text: string): Transcript | null {
    return this.encryption.getMessageVerifier().unsign<Transcript>(text, purpose)
  }
}
