/** The calls of voices. */

import type { ById, Call, Done } from '#modules/kernel/calls'
import type { CharacterVoice, SpeechBody, Transcript, VoiceChoice, VoiceOffer } from './api.ts'

/** `choice` null removes it. */
type ChangeChoice = ById & { body: { choice: VoiceChoice | null } }

/** The server's voices. `provider` is null if only browsers speak. `price`: rubies for a text. `writesDown`: it has `POST /api/transcriptions`. */
export const listVoices: Call<VoiceOffer> = 'GET /api/voices'
/**
 * The voice of a character: the owner's choice for all readers, and the caller's, which goes first. Each is `{voice, narrator}` or null. See
 * [Voices](#voices).
 */
export const getCharacterVoice: Call<CharacterVoice, ById> = 'GET /api/characters/:id/voice'
/** Changes the caller's voice for a character, or removes it with null. 60 a minute. */
export const changeCharacterVoice: Call<Done, ChangeChoice> = 'PUT /api/characters/:id/voice'
/** Changes the owner's voice of a character for all readers, or removes it with null. 403 for others. */
export const changeOwnersVoice: Call<Done, ChangeChoice> = 'PUT /api/characters/:id/voice/owners'
/**
 * Speaks a text. See [Voices](#voices).
 * @answers 200 audio/*
 */
export const speakText: Call<never, { body: SpeechBody }> = 'POST /api/speech'
/**
 * Writes down a recording, which is the body. `language` is a hint. See [Voices](#voices).
 * @accepts audio/*
 */
export const writeDown: Call<Transcript, { query: { language?: string | undefined } }> = 'POST /api/transcriptions'
