import {
  silentNarrator,
  type CharacterVoice,
  type VoiceChoice,
  type VoiceId,
  type VoiceOffer,
} from '#modules/voice/api'
import { getCharacterVoice } from '#modules/voice/calls'
import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { browserVoice, loadBrowserVoices } from './browser_voice.ts'
import { serverVoice } from './server_voice.ts'
import type { Voice } from './speaker.ts'
import { offerQuery } from './voice_offer.ts'

export const characterVoiceQuery = (id: string) => ({
  ...callQuery(getCharacterVoice, { params: { id } }),
  staleTime: 60_000,
})

export const usualChoice: VoiceChoice = { voice: null, narrator: null }

/** The voices that can speak here. */
export interface KnownVoices {
  offer: VoiceOffer
  browser: readonly SpeechSynthesisVoice[]
}

const noOffer: VoiceOffer = { provider: null, voices: [], price: 0, writesDown: false }

/** The voices of a message. Null: nothing is read in it. */
export interface MessageVoices {
  speech: Voice | null
  narration: Voice | null
  isSame: boolean
}

/** The choice that holds for a reader. An owner can't choose for others what they would have to pay. */
export function choiceFor({ owners, own }: Pick<CharacterVoice, 'owners' | 'own'>, price: number): VoiceChoice {
  if (own || !owners) return own ?? usualChoice
  const isPaid = (id: string | null) => price > 0 && id !== null && id.startsWith('server:')
  return {
    voice: isPaid(owners.voice) ? null : owners.voice,
    narrator: isPaid(owners.narrator) ? null : owners.narrator,
  }
}

/** Returns the chosen voice, or the usual one if it isn't known here. Null without any. The usual voice costs nothing. */
export function voiceOf(id: VoiceId | null, { offer, browser }: KnownVoices): Voice | null {
  const [engine, name] = id === null ? [null, ''] : [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (engine === 'server' && offer.voices.some((voice) => voice.id === name)) return serverVoice(name)
  const named = engine === 'browser' ? browser.find((voice) => voice.name === name) : undefined
  const usual = named ?? usualBrowserVoice(browser)
  if (usual) return browserVoice(usual)
  const [first] = offer.voices
  return first && offer.price === 0 ? serverVoice(first.id) : null
}

const usualBrowserVoice = (voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined => {
  const language = navigator.language.split('-')[0]!.toLowerCase()
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().startsWith(language))
  return [...fitting, ...voices].find((voice) => voice.default) ?? fitting[0] ?? voices[0]
}

export function voicesOf({ voice, narrator }: VoiceChoice, known: KnownVoices): MessageVoices {
  const speech = voiceOf(voice, known)
  if (narrator === silentNarrator) return { speech, narration: null, isSame: false }
  return narrator === null
    ? { speech, narration: speech, isSame: true }
    : { speech, narration: voiceOf(narrator, known), isSame: false }
}

/** Loads the voices of a character. What can't be loaded is left out, because the browser can still speak. */
export async function loadVoices(queryClient: QueryClient, characterId: string | null): Promise<MessageVoices> {
  const [offer, browser, choices] = await Promise.all([
    queryClient.fetchQuery(offerQuery()).catch(() => noOffer),
    loadBrowserVoices(),
    characterId === null ? null : queryClient.fetchQuery(characterVoiceQuery(characterId)).catch(() => null),
  ])
  return voicesOf(choices ? choiceFor(choices, offer.price) : usualChoice, { offer, browser })
}
