import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { joinVerdicts, type ModerationProvider, type Verdict } from '../../contract/moderation.ts'
import type { Transport } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
  /** The time limit of each call. Default 30,000. */
  timeoutMs?: number
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** The most pieces of text in a call, and the longest piece in UTF-16 units. */
const piecesPerCall = 16
const pieceMax = 8_000
/** The part of a piece that the next one repeats, so that a cut doesn't hide a phrase. */
const overlap = 200

/** Judges texts with __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Moderation(options: __Pascal__Options, deps: __Pascal__Deps = {}): ModerationProvider {
  const { baseUrl, timeoutMs = 30_000 } = options
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(baseUrl, '/judge')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.apiKey}` }

  const ask = (texts: readonly string[], caller: AbortSignal): Promise<Verdict> =>
    withTimeout(timeoutMs, caller, async (signal) => {
      const call = { method: 'POST' as const, url, headers, body: JSON.stringify({ texts }) }
      const failureOf = (status: number, received: Record<string, string>) => failureOfStatus(status, received)
      const question = { call, bytesMax: 1_000_000, failureOfStatus: failureOf }
      const { findings } = await askForJson<{ findings: unknown }>(transport, question, signal)
      if (!isComplete(findings, texts.length))
        throw new ProviderError('invalid_response', 'The provider sent a response without a finding for each text.')
      // Map the vendor's categories to those of the contract here. The one about minors must be `minorsCategory`.
      return joinVerdicts(findings.map((categories) => ({ categories })))
    })

  return {
    isInstant: false,
    takesPictures: false,
    async judge({ texts }, signal) {
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      const pieces = texts.flatMap(piecesOf)
      const verdicts: Verdict[] = []
      for (let at = 0; at < pieces.length; at += piecesPerCall)
        verdicts.push(await ask(pieces.slice(at, at + piecesPerCall), signal))
      return joinVerdicts(verdicts)
    },
  }
}

const isComplete = (findings: unknown, count: number): findings is string[][] =>
  Array.isArray(findings) &&
  findings.length === count &&
  findings.every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string' && name !== ''))

/** Cuts a text into overlapping pieces, never inside a character. Blank texts have none. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text.toWellFormed())
  const pieces: string[] = []
  // A character has at most two units.
  const [length, step] = [pieceMax / 2, pieceMax / 2 - overlap]
  for (let at = 0; at === 0 || at + overlap < characters.length; at += step)
    pieces.push(characters.slice(at, at + length).join(''))
  return pieces.filter((piece) => piece.trim() !== '')
}
