import type { ImageProvider } from '../contract/image.ts'
import type { TextMessages } from '../contract/text_messages.ts'
import type { Transport, TransportRequest } from '../contract/transport.ts'

/** A vendor's wire format, which the kit needs to simulate the vendor. Bodies are strings. */
export interface ImageUpstream {
  /**
   * Returns the purpose of a call: to request a picture, to get its status, to cancel it, to get its progress or place in the queue, or to
   * list models. Null for a call that fetches a picture.
   */
  callIs(request: TransportRequest): 'ask' | 'look' | 'cancel' | 'watch' | 'list' | null
  /** Returns the answer that contains the picture. Null if the vendor only sends links. */
  withBytes: ((bytes: Buffer) => string) | null
  /** Returns the answer that links to the picture. Null if the vendor never sends links. The kit also passes malformed links. */
  withLink: ((link: unknown) => string) | null
  /** A link to a picture, as the vendor sends it. The vendor's API is below `http://upstream.test/v1`. */
  pictureUrl: string
  /** The answers of vendors with jobs and status calls. Null if the first answer is final. */
  job: {
    /** The answer for a running job. Its status links must lead to a private network, because a provider must not follow them. */
    underWay: string
    failed(message: string): string
    cancelled: string
    /** True if every picture is a job, so that no first answer contains or links to one. */
    isOnlyWay?: true
  } | null
  /** Vendors whose models are listed by calls. Returns the answer to one of the calls. */
  lists?: { answer(request: TransportRequest, models: readonly string[]): string }
  /** Vendors that tell progress, by calls or by messages on a WebSocket. */
  progress?: {
    /** The answers to calls for progress, while a picture is drawn. `fraction` may be no fraction at all. */
    watch(request: TransportRequest, fraction: unknown): string
    message?(fraction: unknown): string
    /** The answer to calls for progress while other pictures are ahead in the vendor's queue. */
    waiting?(ahead: number): string
    /** The answer to calls for progress when the vendor has forgotten the job. */
    lost?: string
  }
  /** Vendors without jobs that stop a picture by a call when its request is canceled. */
  interrupts?: true
  /** Vendors that serve pictures themselves, for the key. */
  picturesNeedKey?: true
  /** All answers with which the vendor refuses a prompt or picture. */
  filtered: { status: number; body: string }[]
  errorUnder200(message: string): string
  /** Returns the body of an error status. */
  errorBody(message: string): string
  /** Returns the fields of a request, parsed from the bytes that were sent. */
  asked(request: TransportRequest): { prompt: unknown; model: unknown; shape: unknown }
}

export interface ImageKitDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  /** The provider's own timeout. */
  patienceMs: number
  /** The pause between status calls. */
  pauseMs: number
  /** For vendors that send messages on a WebSocket. */
  messages: TextMessages
}

export interface ImageKitOptions {
  /** The test function of any runner: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** The prefix of each title. */
  name: string
  /** Creates a provider. All calls to the upstream must use `transport`. Providers without an upstream ignore it. */
  createProvider: (deps: ImageKitDeps) => ImageProvider
  /** Omit for providers without an upstream. */
  upstream?: ImageUpstream
  /** The time limit for 'at once'. Default 5,000. */
  promptMs?: number
}
