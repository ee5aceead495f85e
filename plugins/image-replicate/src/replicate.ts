import { setTimeout as pause } from 'node:timers/promises'
import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { asProviderError, type ProviderError } from '../../contract/errors.ts'
import { fetchPicture } from '../../contract/fetch_picture.ts'
import { pictureInData } from '../../contract/picture.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { DrawnImage, ImageModel, ImageProvider, ImageRequest } from '../../contract/image.ts'
import type { Transport } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { failureOfAnswer } from './failure.ts'
import { inputFor, upstreamNames } from './models.ts'
import { idOf, isReplicates, isUnderWay, linkOf, type Prediction } from './prediction.ts'

export interface ReplicateOptions {
  apiToken: string
  /** Default `https://api.replicate.com/v1`. */
  baseUrl?: string | undefined
  /** Other models or versions in the place of ours, as `owner/name` or `owner/name:version`. They are given the same input. */
  models?: Partial<Record<ImageModel, string>> | undefined
  /** How long a picture may take. Default 120,000: a model that nobody used has to be loaded first. */
  patienceMs?: number | undefined
  /** Between two looks at a prediction. Default 1,000. */
  pauseMs?: number | undefined
}

export interface ReplicateDeps {
  transport?: Transport
}

/**
 * How long Replicate may keep the first answer open. Long enough for the fast models to come with it, short because only its answer
 * names the prediction: until then there is nothing to cancel.
 */
const waitSeconds = 5
/** A prediction is small, except for one that has its picture in itself. */
const predictionBytesMax = 28_000_000
/** How many looks in a row may fail before a prediction is given up: it is paid for, and looking costs nothing. */
const failedLooksMax = 3
const cancelPatienceMs = 10_000

/**
 * Draws with models at Replicate (https://replicate.com/docs/reference/http). Throws `misconfigured` for a `baseUrl` that is no
 * http(s) address.
 */
export function replicate(options: ReplicateOptions, deps: ReplicateDeps = {}): ImageProvider {
  const { patienceMs = 120_000, pauseMs = 1000 } = options
  const transport = deps.transport ?? httpTransport
  const predictions = endpointOf(options.baseUrl ?? 'https://api.replicate.com/v1', '/predictions')
  const headers = { authorization: `Bearer ${options.apiToken}`, accept: 'application/json' }
  const ask = (call: Parameters<Transport>[0], signal: AbortSignal): Promise<Partial<Prediction>> =>
    askForJson(transport, { call, bytesMax: predictionBytesMax, failureOfStatus: failureOfAnswer }, signal)

  const create = (request: ImageRequest, signal: AbortSignal) =>
    ask(
      {
        method: 'POST',
        url: predictions,
        headers: {
          ...headers,
          'content-type': 'application/json',
          prefer: `wait=${waitSeconds}`,
          // Should we be gone before we know what to cancel. Five seconds is the least it takes.
          'cancel-after': `${Math.max(5, Math.ceil(patienceMs / 1000))}s`,
        },
        body: JSON.stringify({
          version: options.models?.[request.model] ?? upstreamNames[request.model],
          input: inputFor(request),
        }),
      },
      signal
    )

  /** Looks until it is over. The signal is its bound. */
  const follow = async (id: string, signal: AbortSignal): Promise<Partial<Prediction>> => {
    for (let failedLooks = 0; ;) {
      await pause(pauseMs, undefined, { signal })
      try {
        const seen = await ask({ method: 'GET', url: `${predictions}/${id}`, headers }, signal)
        if (!isUnderWay(seen)) return seen
        failedLooks = 0
      } catch (error) {
        const failure = asProviderError(error)
        if (!mayPass(failure) || ++failedLooks >= failedLooksMax) throw failure
        await pause(failure.retryAfterMs ?? 0, undefined, { signal })
      }
    }
  }

  /** Nobody waits for it, and that it fails changes nothing: the prediction has its `Cancel-After`. */
  const cancel = (id: string): void => {
    const signal = AbortSignal.timeout(cancelPatienceMs)
    ask({ method: 'POST', url: `${predictions}/${id}/cancel`, headers }, signal).catch(() => {})
  }

  return {
    draw: (request, caller) =>
      withTimeout(patienceMs, caller, async (signal): Promise<DrawnImage> => {
        let prediction = await create(request, signal)
        if (isUnderWay(prediction)) {
          const id = idOf(prediction)
          try {
            prediction = await follow(id, signal)
          } catch (error) {
            cancel(id)
            throw error
          }
        }
        const link = linkOf(prediction)
        return pictureInData(link) ?? (await fetchPicture(transport, link, isReplicates, signal))
      }),
  }
}

const mayPass = ({ code }: ProviderError): boolean =>
  code === 'unavailable' || code === 'rate_limited' || code === 'timeout' || code === 'cut_off'
