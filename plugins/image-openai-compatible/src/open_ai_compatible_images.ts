import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { ProviderError } from '../../contract/errors.ts'
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
import { base64AnswerBytesMax, pictureInBase64, pictureInData } from '../../contract/picture.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { failureOfAnswer, failureOfError } from './failure.ts'

export interface OpenAiCompatibleImagesOptions {
  /** The base URL, including `/v1` if the server has it. */
  baseUrl: string
  apiKey: string | null
  /** The upstream's name for each model. Default: the same name. */
  models?: Partial<Record<ImageModel, string>> | undefined
  /** The upstream's size for each aspect. Default: 1024x1024, 1024x1536, 1536x1024. */
  sizes?: Partial<Record<ImageAspect, string>> | undefined
  /** Additional hosts from which the plugin may fetch pictures over https. Default: none. */
  pictureHosts?: readonly string[] | undefined
  /** The time limit for a picture. Default 120,000. */
  timeoutMs?: number | undefined
}

export interface OpenAiCompatibleImagesDeps {
  transport?: Transport
}

/** An unvalidated response. */
interface Answer {
  data: unknown
  error: unknown
}

const openAiSizes: Record<ImageAspect, string> = { '1:1': '1024x1024', '2:3': '1024x1536', '3:2': '1536x1024' }

/**
 * Draws with any server that has OpenAI's `POST /images/generations`
 * (https://platform.openai.com/docs/api-reference/images/create). Throws `misconfigured` for an invalid `baseUrl`.
 */
export function openAiCompatibleImages(
  options: OpenAiCompatibleImagesOptions,
  deps: OpenAiCompatibleImagesDeps = {}
): ImageProvider {
  const { timeoutMs = 120_000, pictureHosts = [] } = options
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(options.baseUrl, '/images/generations')
  const { origin } = new URL(url)
  const mayFetch = (link: URL): boolean =>
    link.origin === origin || (link.protocol === 'https:' && pictureHosts.includes(link.host))

  const call = (request: ImageRequest): TransportRequest => ({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
    },
    body: requestBody(request, options),
  })

  return {
    models: async () => namedImageModels,
    draw: (request, caller) =>
      withTimeout(timeoutMs, caller, async (signal) => {
        const question = { call: call(request), bytesMax: base64AnswerBytesMax, failureOfStatus: failureOfAnswer }
        const { data, error } = await askForJson<Answer>(transport, question, signal)
        if (error !== undefined && error !== null) throw failureOfError(error)
        const { b64_json: base64, url: link } = Object(Array.isArray(data) ? data[0] : null) as Record<string, unknown>
        if (typeof base64 === 'string') return pictureInBase64(base64)
        if (link === undefined)
          throw new ProviderError('invalid_response', 'The provider sent a response without a picture.')
        return pictureInData(link) ?? (await fetchPicture(transport, link, mayFetch, signal))
      }),
  }
}

function requestBody({ prompt, model, aspect }: ImageRequest, options: OpenAiCompatibleImagesOptions): string {
  const name = options.models?.[namedImageModelOf(model)] ?? model
  return JSON.stringify({
    model: name,
    prompt,
    n: 1,
    size: options.sizes?.[aspect] ?? openAiSizes[aspect],
    // The GPT models always send bytes and refuse this parameter.
    ...(/gpt-image|^chatgpt-image/.test(name) ? {} : { response_format: 'b64_json' }),
  })
}
