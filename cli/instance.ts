import { Option, type Command } from 'commander'
import { refused, wrongUsage, type Outcome } from './outcome.ts'

/** An instance of the product, and a token of a user there. */
export interface Instance {
  url: string
  token?: string
}

/** Adds the options of commands that call an instance. Commander reads the environment. */
export const withInstance = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <url>', 'the address of the instance').env('FACET_URL').default('http://localhost:3333')
    )
    .addOption(new Option('--token <token>', 'a token of yours there').env('FACET_TOKEN'))

/** A call that wasn't answered as hoped. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly code: string
  ) {
    super(message)
  }
}

/** Sends a call with the token. Throws `CallFailed`. */
export const callInstance = async ({ url, token = '' }: Instance, path: string, body?: object): Promise<Response> => {
  const address = URL.canParse(path, url) ? new URL(path, url) : null
  if (!address || !/^https?:$/.test(address.protocol)) throw new CallFailed(`${url} isn’t an address.`, 'invalid_url')
  const sent = fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await sent.catch((error: Error) => {
    throw new CallFailed(`${url} can’t be reached: ${(error.cause as Error)?.message ?? error.message}`, 'unreachable')
  })
  if (response.ok) return response
  const text = await response.text()
  throw failureOf(text) ?? new CallFailed(`${url} answered with status ${response.status}.`, 'unexpected_answer')
}

/** Returns the failure of an answer or an event. Null for anything else. */
export const failureOf = (text: string): CallFailed | null => {
  try {
    const answer = JSON.parse(text)
    const { message, code } = answer.error ?? answer
    return typeof message === 'string' ? new CallFailed(message, String(code)) : null
  } catch {
    return null
  }
}

export const tokenMissing = ({ token }: Instance): Outcome | null =>
  token ? null : wrongUsage('Set FACET_TOKEN to a token of your settings.', { code: 'token_missing' })

export const asOutcome = (error: unknown): Outcome => {
  if (!(error instanceof CallFailed)) throw error
  return refused(error.message, { code: error.code })
}
