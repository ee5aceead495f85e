import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { askForJson, askForValue } from '../../contract/ask_for_json.ts'
import { readText } from '../../contract/body.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { errorInText, hintsOf } from '../../contract/error_body.ts'
import { asProviderError, ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { seedMax, type ImageProvider } from '../../contract/image.ts'
import { ProgressReport } from '../../contract/image_progress.ts'
import { defaultImageBounds, type ImageBounds } from '../../contract/image_sizes.ts'
import { base64AnswerBytesMax, pictureInBase64 } from '../../contract/picture.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { listedModels } from './listed_models.ts'
import { requestBody } from './request.ts'
import { Turns } from './turns.ts'

export interface SdApiImagesOptions {
  /** The engine's address, such as `http://127.0.0.1:7860`. */
  baseUrl: string
  /** `user:password` of AUTOMATIC1111's `--api-auth`, or a bearer token of a proxy. */
  apiKey?: string | null | undefined
  /** The one model to offer. Default: all models of the engine. */
  model?: string | undefined
  bounds?: ImageBounds | undefined
  /** The time limit for a picture, including its time in the queue. Default 120,000. */
  timeoutMs?: number | undefined
  /** The polling interval of the progress. Default 1,000. */
  pauseMs?: number | undefined
}

export interface SdApiImagesDeps {
  transport?: Transport
}

const listTimeoutMs = 10_000
const listBytesMax = 2_000_000
const progressBytesMax = 100_000
const interruptTimeoutMs = 5_000

/**
 * Draws with an engine that has the API of AUTOMATIC1111's web UI: that one, Forge, SD.Next, KoboldCpp or stable-diffusion.cpp. Throws
 * `misconfigured` for an invalid `baseUrl`.
 */
export function sdApiImages(options: SdApiImagesOptions, deps: SdApiImagesDeps = {}): ImageProvider {
  const { baseUrl, timeoutMs = 120_000, pauseMs = 1_000, bounds = defaultImageBounds } = options
  const transport = deps.transport ?? httpTransport
  const addressOf = (path: string) => endpointOf(baseUrl, path)
  const txt2img = addressOf('/sdapi/v1/txt2img')
  const headers = { accept: 'application/json', ...authorization(options.apiKey) }
  const turns = new Turns()

  const get = (path: string): TransportRequest => ({ method: 'GET', url: addressOf(path), headers })
  const post = (url: string, body: string): TransportRequest => ({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })

  const list = (path: string, signal: AbortSignal): Promise<unknown> =>
    askForValue(transport, { call: get(path), bytesMax: listBytesMax, failureOfStatus: failureOfAnswer }, signal)

  const askForProgress = (signal: AbortSignal) =>
    askForJson<{ progress: unknown }>(
      transport,
      {
        call: get('/sdapi/v1/progress?skip_current_image=true'),
        bytesMax: progressBytesMax,
        failureOfStatus: failureOfAnswer,
      },
      signal
    )

  /** Reports progress until the signal fires. KoboldCpp and stable-diffusion.cpp don't have it. */
  const watch = async (report: ProgressReport, signal: AbortSignal): Promise<void> => {
    for (;;) {
      await pause(pauseMs, undefined, { signal })
      try {
        report.drawing((await askForProgress(signal)).progress)
      } catch (error) {
        if (asProviderError(error).status === 404) return
      }
    }
  }

  /** Stops the engine's current picture, unless the engine says that it is another client's. */
  const interrupt = async (task: string): Promise<void> => {
    const signal = AbortSignal.timeout(interruptTimeoutMs)
    const body = JSON.stringify({ id_task: task, live_preview: false })
    const question = { call: post(addressOf('/internal/progress'), body), bytesMax: progressBytesMax }
    const known = await askForJson<{ active: unknown }>(
      transport,
      { ...question, failureOfStatus: failureOfAnswer },
      signal
    ).catch(() => null)
    if (known?.active === false) return
    const answer = await transport(post(addressOf('/sdapi/v1/interrupt'), '{}'), signal)
    await readText(answer.body, progressBytesMax)
  }

  return {
    models: (caller) =>
      withTimeout(listTimeoutMs, caller, async (signal) => {
        const [models, samplers, tellsProgress] = await Promise.all([
          list('/sdapi/v1/sd-models', signal),
          list('/sdapi/v1/samplers', signal).catch(() => []),
          askForProgress(signal).then(
            () => true,
            () => false
          ),
        ])
        return listedModels({ models, samplers, tellsProgress }, bounds, options.model)
      }),

    draw: (request, caller, onProgress) =>
      withTimeout(timeoutMs, caller, async (signal) => {
        const report = new ProgressReport(onProgress)
        const endTurn = await turns.take(signal, (ahead) => report.waiting(ahead))
        const watching = new AbortController()
        const task = `task(facet-${randomUUID()})`
        const seed = request.options?.seed ?? randomInt(seedMax)
        const call = post(txt2img, requestBody({ request, seed, task, bounds }))
        const question = { call, bytesMax: base64AnswerBytesMax, failureOfStatus: failureOfAnswer }
        watch(report, AbortSignal.any([signal, watching.signal])).catch(() => {})
        try {
          const { images } = await askForJson<{ images: unknown }>(transport, question, signal)
          const picture: unknown = Array.isArray(images) ? images[0] : null
          if (typeof picture !== 'string')
            throw new ProviderError('invalid_response', 'The engine sent a response without a picture.')
          return { ...pictureInBase64(picture), seed }
        } finally {
          watching.abort()
          // The next picture begins after the interruption, which could hit it otherwise.
          if (signal.aborted)
            void interrupt(task)
              .catch(() => {})
              .finally(endTurn)
          else endTurn()
        }
      }),
  }
}

const authorization = (key: string | null | undefined): { authorization?: string } => {
  if (!key) return {}
  const isPassword = key.includes(':')
  return { authorization: isPassword ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}` }
}

/** Never quotes the body, which may repeat the request. */
const failureOfAnswer = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, hintsOf(errorInText(text)))
