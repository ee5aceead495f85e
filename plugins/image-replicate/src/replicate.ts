import { setTimeout as pause } from 'node:timers/promises'
import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { asProviderError, type ProviderError } from '../../contract/errors.ts'
import { fetchPicture } from '../../contract/fetch_picture.ts'
import { pictureInData } from '../../contract/picture.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import {
  namedImageModelOf,
  namedImageModels,
  type DrawnImage,
  type ImageModel,
  type ImageProvider,
  type ImageRequest,
} from '../../contract/image.ts'
import type { Transport } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { failureOfAnswer } from './failure.ts'
import { inputFor, upstreamNames } from './models.ts'
import { idOf, isReplicateFile, isRunning, linkOf, type Prediction } from './prediction.ts'

export interface ReplicateOptions {
  apiToken: string
  /** Default `https://api.replicate.com/v1`. */
  baseUrl?: string | undefined
  /** Replacements for the default models, as `owner/name` or `owner/name:version`. A replacement gets the same input. */
  models?: Partial<Record<ImageModel, string>> | undefined
  /** The time limit for a picture. Default 120,000, because an unused model has to be loaded first. */
  timeoutMs?: number | undefined
  /** The polling interval. Default 1,000. */
  pauseMs?: number | undefined
}

export interface ReplicateDeps {
  transport?: Transport
}

/**
 * How long Replicate may delay its first response. Fast models finish in this time. The time is short, because a prediction can't be
 * canceled before the first response contains its id.
 */
const waitSeconds = 5
/** The size limit of a prediction, which may contain its picture as a `data:` URL. */
const predictionBytesMax = 28_000_000
/** The number of consecutive failed polls before the plugin gives up. The prediction is paid for, and polling is free. */
const failedPollsMax = 3
const cancelTimeoutMs = 10_000

/** Draws with models on Replicate (https://replicate.com/docs/reference/http). Throws `misconfigured` for an invalid `baseUrl`. */
export function replicate(options: ReplicateOptions, deps: ReplicateDeps = {}): ImageProvider {
  const { timeoutMs = 120_000, pauseMs = 1000 } = options
  const transport = deps.transport ?? httpTransport
  const predictions = endpointOf(options.baseUrl ?? 'https://api.replicate.com/v1', '/predictions')
  const headers = { authorization: `Bearer ${options.apiToken}`, accept: 'application/json' }
  const ask = (call: Parameters<Transport>[0], signal: AbortSignal): Promise<Partial<Prediction>> =>
    askForJson(transport, { call, bytesMax: predictionBytesMax, failureOfStatus: failureOfAnswer }, signal)

  const upstreamNameOf = (model: ImageModel) => options.models?.[model] ?? upstreamNames[model]

  const create = (request: ImageRequest, signal: AbortSignal) =>
    ask(
      {
        method: 'POST',
        url: predictions,
        headers: {
          ...headers,
          'content-type': 'application/json',
          prefer: `wait=${waitSeconds}`,
          // Cancels the prediction even if this process stops before it knows the id. The minimum is five seconds.
          'cancel-after': `${Math.max(5, Math.ceil(timeoutMs / 1000))}s`,
        },
        body: JSON.stringify({
          version: upstreamNameOf(namedImageModelOf(request.model)),
          input: inputFor(request),
        }),
      },
      signal
    )

  /** Polls until the prediction has ended or the signal fires. */
  const poll = async (id: string, signal: AbortSignal): Promise<Partial<Prediction>> => {
    for (let failedPolls = 0; ;) {
      await pause(pauseMs, undefined, { signal })
      try {
        const prediction = await ask({ method: 'GET', url: `${predictions}/${id}`, headers }, signal)
        if (!isRunning(prediction)) return prediction
        failedPolls = 0
      } catch (error) {
        const failure = asProviderError(error)
        if (!isTransient(failure) || ++failedPolls >= failedPollsMax) throw failure
        await pause(failure.retryAfterMs ?? 0, undefined, { signal })
      }
    }
  }

  /** Cancels a prediction without waiting. If the call fails, `Cancel-After` still cancels the prediction. */
  const cancel = (id: string): void => {
    const signal = AbortSignal.timeout(cancelTimeoutMs)
    ask({ method: 'POST', url: `${predictions}/${id}/cancel`, headers }, signal).catch(() => {})
  }

  return {
    models: async () => namedImageModels,
    draw: (request, caller) =>
      withTimeout(timeoutMs, caller, async (signal): Promise<DrawnImage> => {
        let prediction = await create(request, signal)
        if (isRunning(prediction)) {
          const id = idOf(prediction)
          try {
            prediction = await poll(id, signal)
          } catch (error) {
            cancel(id)
            throw error
          }
        }
        const link = linkOf(prediction)
        return pictureInData(link) ?? (await fetchPicture(transport, link, isReplicateFile, signal))
      }),
  }
}

const isTransient = ({ code }: ProviderError): boolean =>
  code === 'unavailable' || code === 'rate_limited' || code === 'timeout' || code === 'cut_off'
