import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { askForJson, askForValue } from '../../contract/ask_for_json.ts'
import { readText } from '../../contract/body.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { errorInText, hintsOf } from '../../contract/error_body.ts'
import { asProviderError, ProviderError } from '../../contract/errors.ts'
import { fetchPicture } from '../../contract/fetch_picture.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import {
  seedMax,
  type DrawnImage,
  type ImageModelInfo,
  type ImageProvider,
  type ImageRequest,
} from '../../contract/image.ts'
import { ProgressReport } from '../../contract/image_progress.ts'
import { defaultImageBounds, sidesOf, sizeOption, stepsOption, type ImageBounds } from '../../contract/image_sizes.ts'
import { textMessages, type TextMessages } from '../../contract/text_messages.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { entryOf, failureOfWorkflow, fileOf, type HistoryEntry } from './history.ts'
import { checkpointsOf, defaultGuidance, modelsOf } from './models.ts'
import { placeOf } from './queue.ts'
import { defaultWorkflow, Workflow, type Graph } from './workflow.ts'

export interface ComfyUiImagesOptions {
  /** The engine's address, such as `http://127.0.0.1:8188`. */
  baseUrl: string
  /** A bearer token of a proxy. */
  apiKey?: string | null | undefined
  /** A parsed workflow in the API format, with placeholders. Default: one checkpoint and one sampler. */
  workflow?: unknown
  /** The one checkpoint to offer. Default: all. */
  model?: string | undefined
  bounds?: ImageBounds | undefined
  /** The time limit for a picture, including its time in the queue. Default 120,000. */
  timeoutMs?: number | undefined
  /** The polling interval. Default 500. */
  pauseMs?: number | undefined
}

export interface ComfyUiImagesDeps {
  transport?: Transport
  messages?: TextMessages
}

const listTimeoutMs = 10_000
/** The limits of a job's history and of the queue, which repeat the workflows. */
const answerBytesMax = 8_000_000
/** The number of consecutive failed polls before the plugin gives up. */
const failedPollsMax = 3
const cancelTimeoutMs = 5_000
const queueTimeoutMs = 5_000

/** Draws with ComfyUI (https://docs.comfy.org/development/comfyui-server/comms_routes). Throws `misconfigured` for an invalid address or workflow. */
export function comfyUiImages(options: ComfyUiImagesOptions, deps: ComfyUiImagesDeps = {}): ImageProvider {
  const { baseUrl, timeoutMs = 120_000, pauseMs = 500, bounds = defaultImageBounds } = options
  const { transport = httpTransport, messages = textMessages } = deps
  const workflow = new Workflow(options.workflow ?? defaultWorkflow)
  const addressOf = (path: string) => endpointOf(baseUrl, path)
  const authorization: Record<string, string> = options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}
  const headers = { accept: 'application/json', ...authorization }
  const prompts = addressOf('/prompt')

  const get = (path: string): TransportRequest => ({ method: 'GET', url: addressOf(path), headers })
  const post = (url: string, body: object): TransportRequest => ({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const ask = (call: TransportRequest, signal: AbortSignal): Promise<unknown> =>
    askForValue(transport, { call, bytesMax: answerBytesMax, failureOfStatus: failureOfAnswer }, signal)
  /** Sends a call whose answer has no content. */
  const tell = async (path: string, body: object, signal: AbortSignal): Promise<void> => {
    const answer = await transport(post(addressOf(path), body), signal)
    await readText(answer.body, 65_536)
  }

  const models = async (signal: AbortSignal): Promise<ImageModelInfo[]> => {
    if (!workflow.uses('model'))
      return modelsOf(['workflow'], workflow, bounds).map((model) => ({ ...model, name: 'ComfyUI' }))
    const info = await ask(get('/object_info/CheckpointLoaderSimple'), signal)
    return modelsOf(checkpointsOf(info, options.model), workflow, bounds)
  }

  const graphOf = ({ prompt, model, aspect, options: chosen = {} }: ImageRequest, seed: number): Graph =>
    workflow.fill({
      prompt,
      negative_prompt: chosen.negativePrompt ?? '',
      seed,
      ...sidesOf(aspect, chosen.size ?? sizeOption(bounds).default),
      steps: chosen.steps ?? stepsOption(bounds).default,
      guidance: chosen.guidance ?? defaultGuidance,
      model,
    })

  /** Reports the progress that ComfyUI tells the client with this id, which has one job. */
  const follow = (client: string, report: ProgressReport, signal: AbortSignal) => {
    const url = new URL(addressOf(`/ws?clientId=${client}`))
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const onText = (text: string) => {
      const { type, data } = messageOf(text)
      const { value, max } = Object(data) as Record<string, unknown>
      if (type === 'progress' && typeof value === 'number' && typeof max === 'number') report.drawing(value / max)
    }
    messages(url.href, authorization, onText, signal)
  }

  /** Polls the history until it has the job. Throws when ComfyUI has forgotten the job, because it restarted. */
  const finish = async (id: string, report: ProgressReport, signal: AbortSignal): Promise<Partial<HistoryEntry>> => {
    for (let failedPolls = 0, lostPolls = 0; ;) {
      await pause(pauseMs, undefined, { signal })
      try {
        const entry = entryOf(await ask(get(`/history/${id}`), signal), id)
        if (entry) return entry
        failedPolls = 0
      } catch (error) {
        const failure = asProviderError(error)
        if (!isTransient(failure) || ++failedPolls >= failedPollsMax) throw failure
        continue
      }
      // Without an answer, the job may well be there.
      const queue = await ask(get('/queue'), AbortSignal.any([signal, AbortSignal.timeout(queueTimeoutMs)])).catch(
        () => null
      )
      const place = queue === null ? 'running' : placeOf(queue, id)
      if (typeof place === 'number') report.waiting(place)
      // It may have finished between the two answers.
      lostPolls = place === null ? lostPolls + 1 : 0
      if (lostPolls > 1) throw new ProviderError('cut_off', 'ComfyUI no longer has the job. It may have restarted.')
    }
  }

  /** Takes a job from the queue or interrupts it. Stops no other job: early versions interrupt whatever runs, so it must be this one. */
  const cancel = async (id: string): Promise<void> => {
    const signal = AbortSignal.timeout(cancelTimeoutMs)
    await tell('/queue', { delete: [id] }, signal)
    const queue = await ask(get('/queue'), signal)
    if (placeOf(queue, id) === 'running') await tell('/interrupt', { prompt_id: id }, signal)
  }

  const draw = async (request: ImageRequest, report: ProgressReport, signal: AbortSignal): Promise<DrawnImage> => {
    const seed = request.options?.seed ?? randomInt(seedMax)
    const client = randomUUID()
    // Recent versions take this id, so that a job can be canceled before ComfyUI has answered.
    let id: string = randomUUID()
    follow(client, report, signal)
    let isUnderWay = false
    let entry: Partial<HistoryEntry>
    try {
      const body = { prompt: graphOf(request, seed), client_id: client, prompt_id: id }
      const question = { call: post(prompts, body), bytesMax: answerBytesMax, failureOfStatus: failureOfRequest }
      id = idOf((await askForJson<{ prompt_id: unknown }>(transport, question, signal)).prompt_id)
      isUnderWay = true
      entry = await finish(id, report, signal)
    } catch (error) {
      if (isUnderWay || signal.aborted) cancel(id).catch(() => {})
      throw error
    }
    const { filename, subfolder = '', type } = fileOf(entry)
    const view = addressOf(`/view?${new URLSearchParams({ filename, subfolder, type })}`)
    const drawn = await fetchPicture(transport, view, () => true, signal, authorization)
    return workflow.uses('seed') ? { ...drawn, seed } : drawn
  }

  return {
    models: (caller) => withTimeout(listTimeoutMs, caller, models),
    draw: (request, caller, onProgress) =>
      withTimeout(timeoutMs, caller, async (signal) => {
        const ended = new AbortController()
        try {
          return await draw(request, new ProgressReport(onProgress), AbortSignal.any([signal, ended.signal]))
        } finally {
          ended.abort()
        }
      }),
  }
}

const failureOfAnswer = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, hintsOf(errorInText(text)))

const failureOfRequest = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  (status === 400 ? failureOfWorkflow(text) : null) ?? failureOfAnswer(status, headers, text)

const isTransient = ({ code }: ProviderError): boolean =>
  code === 'unavailable' || code === 'rate_limited' || code === 'timeout' || code === 'cut_off'

/** An id becomes part of addresses. */
function idOf(id: unknown): string {
  if (typeof id === 'string' && /^[\w-]{1,64}$/.test(id)) return id
  throw new ProviderError('invalid_response', 'ComfyUI accepted the workflow without an id.')
}

function messageOf(text: string): { type?: unknown; data?: unknown } {
  try {
    return Object(JSON.parse(text)) as { type?: unknown; data?: unknown }
  } catch {
    return {}
  }
}
