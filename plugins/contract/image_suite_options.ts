import type { ImageProvider } from './image.ts'
import type { StageKind } from './model_suite_stage.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** How a vendor answers: everything the kit needs to simulate it. Bodies are strings. */
export interface ImageUpstream {
  /** The purpose of a call: requesting a picture, asking for its status, cancelling it. Null if it fetches a picture. */
  callIs(request: TransportRequest): 'ask' | 'look' | 'cancel' | null
  /** The answer that contains the picture. Null if the vendor only links. */
  withBytes: ((bytes: Buffer) => string) | null
  /** The answer that links to the picture. Null if the vendor never links. The kit also passes malformed links. */
  withLink: ((link: unknown) => string) | null
  /** A link of the vendor. Its API is below `http://upstream.test/v1`. */
  pictureUrl: string
  /** For vendors with jobs and status calls. Null if the first answer is final. */
  job: {
    /** Use addresses of a private network for the vendor's status links: a provider must not follow them. */
    underWay: string
    failed(message: string): string
    cancelled: string
  } | null
  /** All answers by which the vendor refuses a prompt or picture. */
  filtered: { status: number; body: string }[]
  errorUnder200(message: string): string
  /** The body of an error status. */
  errorBody(message: string): string
  /** The fields of a request, parsed from the bytes that were sent. */
  asked(request: TransportRequest): { prompt: unknown; model: unknown; shape: unknown }
}

export interface ImageSuiteDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  /** The provider's timeout. */
  patienceMs: number
  /** Pause between status calls. */
  pauseMs: number
}

export interface ImageProviderSuiteOptions {
  /** Of any runner: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** Prefix of each title. */
  name: string
  /** All calls to the upstream must use `transport`. Providers without an upstream ignore it. */
  createProvider: (deps: ImageSuiteDeps) => ImageProvider
  /** Omit for providers without an upstream. */
  upstream?: ImageUpstream
  /** 'memory' (default) simulates the upstream in this process, 'http' runs a real server. */
  stage?: StageKind
  /** The limit for 'at once'. Default 5,000. */
  promptMs?: number
}
