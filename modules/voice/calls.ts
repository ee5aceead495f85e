/** The calls of voices. */

import type { ById, Call, Done } from '#modules/kernel/calls'
import type { CharacterVoice, SpeechBody, Transcript, VoiceChoice, VoiceOffer } from './api.ts'

/** `choice` null removes it. */
type ChangeChoice = ById & { body: { choice: VoiceChoice | null } }

export const listVoices: Call<VoiceOffer> = 'GET /api/voices'
export const getCharacterVoice: Call<CharacterVoice, ById> = 'GET /api/characters/:id/voice'
/** The caller's own choice. */
export const changeCharacterVoice: Call<Done, ChangeChoice> = 'PUT /api/characters/:id/voice'
/** The owner's choice for all readers. */
export const changeOwnersVoice: Call<Done, ChangeChoice> = 'PUT /api/characters/:id/voice/owners'
/** Answers with audio. */
export const speakText: Call<never, { body: SpeechBody }> = 'POST /api/speech'
/** The body is the recording. `language` is a hint. */
export const writeDown: Call<Transcript, { query: { language?: string | undefined } }> = 'POST /api/transcriptions'
