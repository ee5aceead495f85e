import { voiceLimits } from '#modules/voice/api'
import type { Dictating } from './record.ts'
import { readerLanguage } from './reader_language.ts'
import { recognitionClass } from './recognition_support.ts'

/** The browser's errors that only say that there was no speech, or that it was stopped. */
const harmless = new Set(['no-speech', 'aborted'])

/** Lets the browser write down what it hears. `onHeard` gets the text so far. */
export function recognize(signal: AbortSignal, onHeard: (text: string) => void): Dictating {
  const recognition = new (recognitionClass()!)()
  recognition.lang = readerLanguage()
  recognition.continuous = true
  recognition.interimResults = true
  let heard = ''
  const text = new Promise<string>((resolve, reject) => {
    recognition.onresult = ({ results }) => {
      heard = Array.from(results, (result) => result[0]?.transcript ?? '')
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim()
      onHeard(heard)
    }
    recognition.onerror = ({ error }) => {
      if (!harmless.has(error))
        reject(new DOMException(error, error === 'not-allowed' ? 'NotAllowedError' : 'NetworkError'))
    }
    recognition.onend = () => resolve(heard)
  })
  const timer = setTimeout(() => recognition.stop(), voiceLimits.recordingSecondsMax * 1_000)
  signal.addEventListener('abort', () => recognition.abort(), { once: true })
  recognition.start()
  return { stop: () => recognition.stop(), text: text.finally(() => clearTimeout(timer)) }
}
