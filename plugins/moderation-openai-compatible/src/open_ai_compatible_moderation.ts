import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { errorInText, hintsOf } from '../../contract/error_body.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus, failureUnder200 } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { joinVerdicts, type ModerationProvider, type Verdict } from '../../contract/moderation.ts'
import type { Transport } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { piecesOf } from './pieces.ts'

export interface OpenAiCompatibleModerationOptions {
  /** The base URL, including `/v1` if the server has it. */
  baseUrl: string
  apiKey: string | null
  /** Default: `omni-moderation-latest`. */
  model?: string | undefined
  /** Whether the model takes pictures. Default: whether it is one of OpenAI's `omni` models. */
  takesPictures?: boolean | undefined
  /** The time limit of each call. Default 30,000. */
  timeoutMs?: number | undefined
}

export interface OpenAiCompatibleModerationDeps {
  transport?: Transport
}

type Input = readonly string[] | readonly [{ type: 'image_url'; image_url: { url: string } }]

/** An unvalidated response. */
interface Answer {
  results: unknown
  error: unknown
}

/** The most pieces of text in a call. */
const piecesPerCall = 16
const answerBytesMax = 1_000_000
/** The category of a result that found something without naming a category. */
const flaggedCategory = 'flagged'

/**
 * Judges with any server that has OpenAI's `POST /moderations` (https://platform.openai.com/docs/api-reference/moderations). Throws
 * `misconfigured` for an invalid `baseUrl`.
 */
export function openAiCompatibleModeration(
  options: OpenAiCompatibleModerationOptions,
  deps: OpenAiCompatibleModerationDeps = {}
): ModerationProvider {
  const { baseUrl, apiKey, model = 'omni-moderation-latest', timeoutMs = 30_000 } = options
  const { takesPictures = model.startsWith('omni-') } = options
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(baseUrl, '/moderations')
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  }

  const ask = (input: Input, caller: AbortSignal): Promise<Verdict> =>
    withTimeout(timeoutMs, caller, async (signal) => {
      const call = { method: 'POST' as const, url, headers, body: JSON.stringify({ model, input }) }
      const answer = await askForJson<Answer>(
        transport,
        { call, bytesMax: answerBytesMax, failureOfStatus: failureOfAnswer },
        signal
      )
      return verdictOf(answer, input.length)
    })

  return {
    isInstant: false,
    takesPictures,
    async judge({ texts, pictures }, signal) {
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      const pieces = texts.flatMap((text) => piecesOf(text))
      const verdicts: Verdict[] = []
      for (let at = 0; at < pieces.length; at += piecesPerCall)
        verdicts.push(await ask(pieces.slice(at, at + piecesPerCall), signal))
      // A call takes one picture.
      for (const picture of takesPictures ? pictures : [])
        verdicts.push(await ask([{ type: 'image_url', image_url: { url: picture } }], signal))
      return joinVerdicts(verdicts)
    },
  }
}

const failureOfAnswer = (status: number, headers: Record<string, string>, text: string): ProviderError =>
  failureOfStatus(status, headers, hintsOf(errorInText(text)))

/** Joins the results. There has to be one for each part of the input. */
function verdictOf({ results, error }: Partial<Answer>, count: number): Verdict {
  if (error !== undefined && error !== null) throw failureUnder200(null, hintsOf(error))
  if (!Array.isArray(results) || results.length !== count) throw incomplete()
  return joinVerdicts(results.map((result) => ({ categories: categoriesOf(result) })))
}

function categoriesOf(result: unknown): string[] {
  const { flagged, categories } = Object(result) as Record<string, unknown>
  if (typeof categories !== 'object' || categories === null) throw incomplete()
  const found = Object.entries(categories).flatMap(([name, applies]) => (applies === true && name !== '' ? [name] : []))
  return found.length === 0 && flagged === true ? [flaggedCategory] : found
}

const incomplete = () =>
  new ProviderError('invalid_response', 'The provider sent a response without a result for each part.')
