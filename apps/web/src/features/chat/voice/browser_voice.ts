import { deferred } from '#web/lib/deferred'
import type { Utterance, Voice } from './speaker.ts'

/** How long the list of voices is awaited. Some browsers load it after the page. */
const listTimeoutMs = 1_000

const synthesis = (): SpeechSynthesis | undefined => window.speechSynthesis

/** Returns the voices of the browser, empty if it has none. */
export async function loadBrowserVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const speech = synthesis()
  const voices = speech?.getVoices() ?? []
  if (!speech || voices.length > 0) return voices
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, listTimeoutMs)
    speech.addEventListener('voiceschanged', done)
    function done() {
      clearTimeout(timer)
      speech!.removeEventListener('voiceschanged', done)
      resolve()
    }
  })
  return speech.getVoices()
}

/** The reasons for which an utterance ends when it is stopped. */
const stopReasons = new Set(['canceled', 'interrupted'])

/** Speaks with a voice of the browser. */
export const browserVoice = (voice: SpeechSynthesisVoice): Voice => ({
  prepare: async (text) => (speed) => speak(text, voice, speed),
})

/** Mobile browsers can't pause, so a pause stops the text, and it begins again. A new speed applies to the next text. */
function speak(text: string, voice: SpeechSynthesisVoice, speed: number): Utterance {
  const speech = synthesis()!
  const { promise: done, resolve, reject } = deferred()
  let rate = speed
  let current: SpeechSynthesisUtterance | null = null
  const begin = () => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.rate = rate
    utterance.onend = () => {
      if (current === utterance) resolve()
    }
    utterance.onerror = ({ error }) => {
      if (current !== utterance) return
      if (stopReasons.has(error)) resolve()
      else reject(new Error(`The browser can't speak: ${error}`))
    }
    current = utterance
    speech.speak(utterance)
  }
  const silence = () => {
    current = null
    speech.cancel()
  }
  begin()
  return {
    done,
    pause: silence,
    resume: begin,
    setSpeed: (next) => void (rate = next),
    stop() {
      silence()
      resolve()
    },
  }
}
