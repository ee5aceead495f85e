import type { Demo as DemoInfo, DemoMessage } from '../api.ts'
import type { LiveReply } from '../run/live_reply.ts'

export interface AnswerVisitorInput {
  characterId: string
  content: string
  /** Null for the first message. */
  transcript: string | null
  /** The visitor's time zone. */
  timeZone: string
  /** The visitor's IP address. */
  address: string
}

export type AnswerVisitorOutcome =
  | { kind: 'started'; live: LiveReply<DemoEnd> }
  | { kind: 'no_such_character' }
  /** The transcript was changed, has expired, or belongs to another character. */
  | { kind: 'invalid_transcript' }
  /** The transcript has the maximum number of replies. */
  | { kind: 'over' }
  | { kind: 'used_up'; retryAfterSeconds: number }
  | { kind: 'busy' }
  | { kind: 'stopping' }
  | { kind: 'maintenance'; sentence: string }

/** The end of a demo reply. `errorCode` is null for a complete reply, and for one that was stopped after some text. */
export interface DemoEnd {
  errorCode: string | null
  /** Null without any text. */
  answer: { message: DemoMessage; transcript: string } | null
}

/** Answers visitors without an account. */
export abstract class Demo {
  abstract readonly isOn: boolean
  abstract show(): Promise<DemoInfo>
  abstract answer(input: AnswerVisitorInput): Promise<AnswerVisitorOutcome>
}
