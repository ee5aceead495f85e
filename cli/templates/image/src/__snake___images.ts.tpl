import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { fetchPicture } from '../../contract/fetch_picture.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import {
  namedImageModelOf,
  namedImageModels,
  type ImageAspect,
  type ImageModel,
  type ImageProvider,
  type ImageRequest,
} from '../../contract/image.ts'
import { pictureOf } from '../../contract/picture.ts'
import type { Transport } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { failureOfAnswer, failureOfError } from './failure.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
  /** The timeout for one picture. Default: 120,000. */
  timeoutMs?: number | undefined
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** An unvalidated response. */
interface Answer {
  bytes: unknown
  link: unknown
  error: unknown
}

/** The vendor's names for the models on offer. */
const models: Record<ImageModel, string> = {
  'flux-schnell': 'fast',
  'sdxl-lightning': 'faster',
  'stable-diffusion-3': 'careful',
}

const sizes: Record<ImageAspect, [width: number, height: number]> = {
  '1:1': [1024, 1024],
  '2:3': [832, 1248],
  '3:2': [1248, 832],
}

/** The largest picture as base64, with some JSON around it. */
const answerBytesMax = 28_000_000

/** Draws with __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Images(options: __Pascal__Options, deps: __Pascal__Deps = {}): ImageProvider {
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(options.baseUrl, '/pictures')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.apiKey}` }
  /** Links are untrusted, so compare the whole origin instead of matching a pattern. */
  const mayFetch = (link: URL): boolean => link.origin === 'https://pictures.vendor.test'

  return {
    // A vendor that lists its own models, or has options: see plugins/image-sdapi.
    models: async () => namedImageModels,
    draw: (request, caller) =>
      withTimeout(options.timeoutMs ?? 120_000, caller, async (signal) => {
        const call = { method: 'POST' as const, url, headers, body: requestBody(request) }
        const question = { call, bytesMax: answerBytesMax, failureOfStatus: failureOfAnswer }
        const { bytes, link, error } = await askForJson<Answer>(transport, question, signal)
        if (error !== undefined) throw failureOfError(error)
        if (typeof bytes === 'string') return pictureOf(Buffer.from(bytes, 'base64'))
        return fetchPicture(transport, link, mayFetch, signal)
      }),
  }
}

function requestBody({ prompt, model, aspect }: ImageRequest): string {
  const [width, height] = sizes[aspect]
  return JSON.stringify({ prompt, model: models[namedImageModelOf(model)], width, height })
}
