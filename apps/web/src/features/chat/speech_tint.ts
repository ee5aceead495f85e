import { createContext } from 'react'

/** Whether speech in quotes has a colour of its own. */
export const SpeechTintContext = createContext(false)

/** Splits a text into speech in quotes and the rest. A quote without an end reaches to the end, as while it is written. */
export function splitSpeech(text: string): { text: string; isSpeech: boolean }[] {
  return text
    .split(/("[^"]*(?:"|$)|[“„][^”“]*(?:[”“]|$)|«[^»]*(?:»|$))/)
    .map((part, index) => ({ text: part, isSpeech: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
