import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { asProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import { probeModel } from '#plugins/contract/probe_model'
import { connectionLimits, type ConnectionTest } from '../../api.ts'
import { ControlRoomSettings } from '../settings.ts'
import { ControlRoom, type StoredConnection } from '../control_room.ts'

const bytesMax = 2 * 1024 * 1024
const listTimeoutMs = 15_000
const testContextTokens = 2_048

/** Our own sentences. Nothing that an endpoint says reaches an admin. */
const sentences: Record<ProviderErrorCode, string> = {
  bad_request: 'The endpoint refused the request.',
  context_too_long: 'The test doesn’t fit the model.',
  content_filtered: 'The endpoint’s content rules refused the test.',
  rate_limited: 'The endpoint gets too many requests. Try again later.',
  unavailable: 'The endpoint can’t be reached, or is unavailable.',
  timeout: 'The endpoint took too long.',
  unauthorized: 'The endpoint refused the key.',
  quota_exhausted: 'The account has no credit left at the endpoint.',
  misconfigured:
    'The address may not be asked, or doesn’t know this model. Private hosts need OUTBOUND_PRIVATE in the configuration, and other ports than 80 and 443 need OUTBOUND_PORTS.',
  invalid_response: 'The endpoint’s answer can’t be read.',
  cut_off: 'The endpoint broke off its answer.',
}

/** Asks the endpoint of a connection. */
@inject()
export class AskConnection {
  constructor(
    private readonly room: ControlRoom,
    private readonly settings: ControlRoomSettings,
    private readonly timers: Timers
  ) {}

  async find(id: string): Promise<StoredConnection | null> {
    if (!this.settings.isOpen) return null
    const { connections } = await this.room.stored()
    return connections.find((row) => row.id === id) ?? null
  }

  /** Asks a model for a word. */
  async test(connection: StoredConnection, model: string): Promise<ConnectionTest> {
    const startedAt = this.timers.monotonicMs()
    const result = (ok: boolean, says: string) => ({
      ok,
      says,
      latencyMs: Math.round(this.timers.monotonicMs() - startedAt),
    })
    const problem = this.room.build({ connections: [connection], tiers: [] }).connectionProblems.get(connection.id)
    if (problem !== undefined) return result(false, problem)
    const provider = this.room.open(connection)
    let code: ProviderErrorCode | null = null
    const { ok } = await probeModel(
      async function* (request, signal) {
        try {
          yield* provider.streamReply(request, signal)
        } catch (error) {
          code = asProviderError(error).code
          throw error
        }
      },
      model,
      testContextTokens
    )
    if (ok) return result(true, 'The model answers.')
    return result(false, code === null ? 'The model sent no text.' : sentences[code])
  }

  /** Returns the ids of the endpoint's models, or a sentence. */
  async models(connection: StoredConnection): Promise<string[] | { problem: string }> {
    const problem = this.room.build({ connections: [connection], tiers: [] }).connectionProblems.get(connection.id)
    if (problem !== undefined) return { problem }
    const { form } = this.settings.providers[connection.provider]!
    const request = form.modelsRequest(connection.baseUrl, this.room.keyOf(connection))
    const signal = this.timers.timeout(listTimeoutMs)
    try {
      const { status, body } = await this.room.transport(request, signal)
      const text = await readText(body)
      if (status === 401 || status === 403) return { problem: sentences.unauthorized }
      const ids = status === 200 && text !== null ? modelIds(text) : null
      return ids ?? { problem: 'The endpoint has no list of models. Enter the name of a model.' }
    } catch (error) {
      return { problem: sentences[signal.aborted ? 'timeout' : asProviderError(error).code] }
    }
  }
}

/** Returns null for a body that is too long. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Reads `data[].id` or `models[].name`. */
export function modelIds(text: string): string[] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  const { data, models } = (parsed ?? {}) as { data?: unknown; models?: unknown }
  const list = Array.isArray(data) ? data : Array.isArray(models) ? models : null
  if (list === null) return null
  const ids = list.map((each) => (each as { id?: unknown } | null)?.id ?? (each as { name?: unknown } | null)?.name)
  const isShort = (id: unknown): id is string =>
    typeof id === 'string' && id !== '' && id.length <= connectionLimits.modelMax && !/\p{Cc}/u.test(id)
  return [...new Set(ids.filter(isShort))].toSorted().slice(0, connectionLimits.modelsShown)
}
