import { createContext } from 'react'

/** Whether speech in quotes has its own color. */
export const SpeechTintContext = createContext(false)

/** Splits a text into speech in quotes and the rest. An unclosed quote extends to the end, as it does while it is being written. */
export function splitSpeech(text: string): { text: string; isSpeech: boolean }[] {
  return text
    .split(/("[^"]*(?:"|$)|[“„][^”“]*(?:[”“]|$)|«[^»]*(?:»|$))/)
    .map((part, index) => ({ text: part, isSpeech: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
