import { pathSegment } from './path_segment.ts'

/** The input of a call. A parameter replaces its `:name` in the path. A query value that is undefined is left out. */
export interface CallInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** Paths with all parameters of the input. */
type PathWith<Params> = {
  [Name in keyof Params & string]: (path: `${string}/:${Name}` | `${string}/:${Name}/${string}`) => void
}[keyof Params & string] extends (path: infer Path) => void
  ? Path
  : string

/**
 * A call of the API, such as `GET /api/rubies/orders/:id`. It is a plain string, so that a bundle contains only the calls that it sends. The
 * types of its input and answer exist only at compile time. The answer is `never` if it isn't JSON. Parameters named `id` or `…Id` are UUIDs.
 */
export type Call<Answer, Input extends CallInput = object> = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}` &
  (Input extends { params: infer Params } ? PathWith<Params> : unknown) & {
    readonly types?: { answer: Answer; input: Input }
  }

/** The input of a call about one thing. */
export interface ById {
  params: { id: string }
}

/** The query of a list that grows. The `Link` header of the answer has the address of the next page. */
export type Page = {
  limit?: number
  cursor?: string
}

/** The answer of a call that only confirms a change. */
export interface Done {
  message: string
}

export const methodOf = (call: string): string => call.slice(0, call.indexOf(' '))

export const patternOf = (call: string): string => call.slice(call.indexOf(' ') + 1)

/** The argument for a part of a call's input, optional if the call needs none. */
export type Argument<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input]

/** Returns the path of a call with its parameters and query. */
export function addressOf<Input extends CallInput>(
  call: Call<any, Input>,
  ...[input]: Argument<Omit<Input, 'body' | 'query'> & Pick<CallInput, 'query'>>
): string {
  const { params = {}, query = {} }: CallInput = input ?? {}
  const path = patternOf(call).replaceAll(/:(\w+)/g, (_, name: string) => pathSegment(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}
