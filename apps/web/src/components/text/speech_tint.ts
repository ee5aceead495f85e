import { createContext } from 'react'

/** Whether speech in quotes has its own color. */
export const SpeechTintContext = createContext(true)
