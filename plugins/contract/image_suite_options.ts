import type { ImageProvider } from './image.ts'
import type { StageKind } from './model_suite_stage.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** How a vendor answers: everything the kit must know to play it. The bodies are texts. */
export interface ImageUpstream {
  /** What a call is for: asking for a picture, looking how far it is, cancelling it; null for all else, which fetches a picture. */
  callIs(request: TransportRequest): 'ask' | 'look' | 'cancel' | null
  /** The answer that has the picture in it; null where the vendor only links. */
  withBytes: ((bytes: Buffer) => string) | null
  /** The answer that says where the picture is; null where the vendor never links. The kit tries nonsense for a link. */
  withLink: ((link: unknown) => string) | null
  /** A link as the vendor gives it. Its calls are below `http://upstream.test/v1`. */
  pictureUrl: string
  /** For a vendor that draws while it is asked how far it is; null where the first answer is the last. */
  job: {
    /** Put addresses inside a network into it where the vendor names any to look at: a provider must not follow them. */
    underWay: string
    failed(message: string): string
    /** The vendor ended it. */
    cancelled: string
  } | null
  /** All the ways in which the vendor says that its content rules refused. */
  filtered: { status: number; body: string }[]
  errorUnder200(message: string): string
  /** The body beside a status that is no success. */
  errorBody(message: string): string
  /** What a request asked for, read from the bytes that were sent. */
  asked(request: TransportRequest): { prompt: unknown; model: unknown; shape: unknown }
}

export interface ImageSuiteDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  /** After this a picture is given up. */
  patienceMs: number
  /** Between two looks at a job. */
  pauseMs: number
}

export interface ImageProviderSuiteOptions {
  /** Any runner's: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** Stands before each title. */
  name: string
  /** Everything that goes to the upstream goes through `transport`. Providers without an upstream ignore what they don't need. */
  createProvider: (deps: ImageSuiteDeps) => ImageProvider
  /** Left out for a provider that has no upstream: the cases that need one are then not registered at all. */
  upstream?: ImageUpstream
  /** 'memory' (default) plays the upstream in this process, 'http' with a real server on a port of its own. */
  stage?: StageKind
  /** What counts as at once. Default 5,000: whoever does not end takes for ever. */
  promptMs?: number
}
