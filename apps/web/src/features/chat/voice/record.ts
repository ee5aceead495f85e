import { voiceLimits } from '#modules/voice/api'
import { writeDown } from '#modules/voice/calls'
import type { Transcript } from '#modules/voice/api'
import { addressOf, methodOf } from '#modules/kernel/calls'
import { ApiError } from '#web/lib/api_error'
import { readerLanguage } from './reader_language.ts'

/** Speech at this rate is well understood, and two minutes have half a megabyte. */
const bitsPerSecond = 32_000

/** Dictation in progress. */
export interface Dictating {
  /** Ends it. `text` resolves. */
  stop(): void
  /** The text, empty for silence. Rejects if it can't be written down. */
  text: Promise<string>
}

/** Records the microphone, and lets the server write it down. Nothing is stored. Rejects without the permission. */
export async function record(signal: AbortSignal, onWriting: () => void): Promise<Dictating> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const release = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) {
    release()
    signal.throwIfAborted()
  }
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: bitsPerSecond })
  const chunks: Blob[] = []
  recorder.ondataavailable = ({ data }) => chunks.push(data)
  const recorded = new Promise<Blob>((resolve, reject) => {
    recorder.onstop = () => resolve(new Blob(chunks, { type: recorder.mimeType }))
    recorder.onerror = () => reject(new Error('The microphone could not be recorded'))
  }).finally(release)
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(stop, voiceLimits.recordingSecondsMax * 1_000)
  recorder.start()
  return {
    stop,
    text: recorded
      .finally(() => clearTimeout(timer))
      .then((blob) => {
        signal.throwIfAborted()
        if (blob.size === 0) return ''
        onWriting()
        return send(blob, signal)
      }),
  }
}

async function send(recording: Blob, signal: AbortSignal): Promise<string> {
  const response = await fetch(addressOf(writeDown, { query: { language: readerLanguage() } }), {
    method: methodOf(writeDown),
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Content-Type': recording.type || 'audio/webm' },
    body: recording,
    signal,
  })
  if (!response.ok) throw await ApiError.from(response)
  return ((await response.json()) as Transcript).text
}
