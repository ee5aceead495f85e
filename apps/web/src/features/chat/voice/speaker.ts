import { deferred } from '#web/lib/deferred'
import { createStore } from '#web/lib/store'
import { takeVoice } from './one_voice.ts'

/** A text that is being spoken. */
export interface Utterance {
  /** Resolves at the end of the text, and when it is stopped. Rejects if it can't be spoken. */
  done: Promise<void>
  pause(): void
  resume(): void
  setSpeed(speed: number): void
  stop(): void
}

/** A voice of the browser or of the server. */
export interface Voice {
  /** Loads what the text needs. The result speaks it. */
  prepare(text: string, signal: AbortSignal): Promise<(speed: number) => Utterance>
}

export interface SpeakerState {
  /** The key of the message. */
  key: string
  phase: 'loading' | 'speaking' | 'paused'
}

/** One reading of a message, in groups of sentences that may still arrive. */
export interface Reading {
  readonly isStopped: boolean
  add(text: string, voice: Voice): void
  /** No more groups follow. */
  end(): void
  /** Resolves when everything was spoken, or the reading was stopped. */
  readonly done: Promise<void>
}

interface Group {
  text: string
  voice: Voice
}

/** Speaks one message at a time, in this tab and all others. */
export class Speaker {
  readonly #state = createStore<SpeakerState | null>(null)
  #reading: RunningReading | null = null

  readonly current = this.#state.current
  readonly subscribe = this.#state.subscribe

  /** Stops the reading before it. `onFailure` is told why a reading ended early. */
  begin(key: string, speed: () => number, onFailure: (error: unknown) => void): Reading {
    this.stop()
    const giveBack = takeVoice(() => reading.stop())
    const reading: RunningReading = new RunningReading(speed, (phase) => {
      if (this.#reading === reading) this.#state.set({ key, phase })
    })
    this.#reading = reading
    this.#state.set({ key, phase: 'loading' })
    void reading.done.catch(onFailure).finally(() => {
      giveBack()
      if (this.#reading !== reading) return
      this.#reading = null
      this.#state.set(null)
    })
    return reading
  }

  stop(): void {
    this.#reading?.stop()
    this.#reading = null
    if (this.current() !== null) this.#state.set(null)
  }

  pause(): void {
    this.#reading?.pause()
  }

  resume(): void {
    this.#reading?.resume()
  }

  /** Applies a new speed to the text that is being spoken. */
  changeSpeed(): void {
    this.#reading?.changeSpeed()
  }
}

/** The only one of this page. */
export const speaker = new Speaker()

class RunningReading implements Reading {
  readonly done: Promise<void>
  readonly #abort = new AbortController()
  readonly #groups: Group[] = []
  #hasEnded = false
  #isPaused = false
  #utterance: Utterance | null = null
  /** The next group, whose audio loads while the one before is spoken. */
  #prepared: Promise<(speed: number) => Utterance> | null = null
  /** Wakes the loop after a change. */
  #changed = deferred()

  readonly #speed: () => number
  readonly #onPhase: (phase: SpeakerState['phase']) => void

  constructor(speed: () => number, onPhase: (phase: SpeakerState['phase']) => void) {
    this.#speed = speed
    this.#onPhase = onPhase
    this.done = this.#run()
  }

  get isStopped(): boolean {
    return this.#abort.signal.aborted
  }

  add(text: string, voice: Voice): void {
    this.#groups.push({ text, voice })
    if (this.#utterance) this.#prepareNext()
    this.#wake()
  }

  end(): void {
    this.#hasEnded = true
    this.#wake()
  }

  stop(): void {
    this.#abort.abort()
    this.#utterance?.stop()
    this.#wake()
  }

  pause(): void {
    this.#isPaused = true
    this.#utterance?.pause()
    this.#onPhase('paused')
  }

  resume(): void {
    this.#isPaused = false
    this.#utterance?.resume()
    this.#onPhase(this.#utterance ? 'speaking' : 'loading')
    this.#wake()
  }

  changeSpeed(): void {
    this.#utterance?.setSpeed(this.#speed())
  }

  async #run(): Promise<void> {
    // The caller gets the reading first.
    await Promise.resolve()
    while (!this.isStopped) {
      if (this.#groups.length === 0 && this.#hasEnded) return
      if (this.#groups.length === 0 || this.#isPaused) {
        if (!this.#isPaused) this.#onPhase('loading')
        await this.#changed.promise
        continue
      }
      await this.#speakNext()
    }
  }

  async #speakNext(): Promise<void> {
    this.#prepareNext()
    try {
      const speak = await this.#prepared!
      // A pause or a stop may have come while the audio loaded.
      if (this.#isPaused || this.isStopped) return
      this.#groups.shift()
      this.#prepared = null
      this.#utterance = speak(this.#speed())
      this.#onPhase('speaking')
      this.#prepareNext()
      await this.#utterance.done
    } catch (error) {
      if (this.isStopped) return
      this.#abort.abort()
      throw error
    } finally {
      this.#utterance = null
    }
  }

  #prepareNext(): void {
    const [next] = this.#groups
    if (this.#prepared || !next || this.isStopped) return
    this.#prepared = next.voice.prepare(next.text, this.#abort.signal)
    // Its error is thrown when its turn comes.
    this.#prepared.catch(() => {})
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = deferred()
  }
}
