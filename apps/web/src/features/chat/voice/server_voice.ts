import { speakText } from '#modules/voice/calls'
import { ApiError } from '#web/lib/api_error'
import { fetchCall } from '#web/lib/api_client'
import { deferred } from '#web/lib/deferred'
import { wait } from '#web/lib/wait'
import type { Utterance, Voice } from './speaker.ts'

/** The server speaks one text of a user at a time. The text before, which was stopped, may still be on its way. */
const attempts = 20
const pauseMs = 500

/** Speaks with a voice of the server. */
export const serverVoice = (id: string): Voice => ({
  async prepare(text, signal) {
    const blob = await load({ text, voice: id }, signal)
    return (speed) => play(blob, speed)
  },
})

async function load(body: { text: string; voice: string }, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++)
    try {
      return await (await fetchCall(speakText, { body, signal })).blob()
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'already_speaking'
      if (!isBusy || attempt === attempts) throw error
      await wait(pauseMs, signal)
    }
}

function play(blob: Blob, speed: number): Utterance {
  const { promise: done, resolve, reject } = deferred()
  const url = URL.createObjectURL(blob)
  const audio = new Audio(url)
  audio.playbackRate = speed
  audio.onended = () => resolve()
  audio.onerror = () => reject(new Error('The audio can’t be played'))
  const begin = () =>
    void audio.play().catch((error: unknown) => {
      // A pause that comes before the first sound is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) reject(error)
    })
  begin()
  return {
    done: done.finally(() => URL.revokeObjectURL(url)),
    pause: () => audio.pause(),
    resume: begin,
    setSpeed: (next) => void (audio.playbackRate = next),
    stop() {
      audio.pause()
      resolve()
    },
  }
}
