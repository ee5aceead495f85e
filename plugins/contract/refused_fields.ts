import type { Adaptations } from './adaptations.ts'
import { saysTooLong } from './context_wordings.ts'
import { errorInText, hintsOf } from './error_body.ts'
import type { Exchange } from './read_reply.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** The statuses under which servers refuse a field. Some proxies answer 500. */
const statuses = new Set([400, 403, 404, 405, 415, 422, 500, 501])

/** How servers say that they don't support something. Needed under the statuses that usually mean something else. */
const unsupported =
  /un(?:supported|known|recogni[sz]ed|expected)|not (?:be |been |currently |yet )*(?:supported|permitted|allowed|available|implemented|recogni[sz]ed|enabled|accept)|(?:does|do|did)(?: not|n.t) (?:support|accept|allow|exist|recogni[sz]e)|(?:is|are)n.t (?:supported|allowed|permitted)|can(?:not|.t) be (?:used|set|specified|both)|cannot both|deprecated|forbidden|extra (?:inputs|fields)|only (?:the )?(?:default|support|allow)|must (?:alternate|be (?:unset|omitted|null|empty))|no such (?:field|parameter)|additional propert/i

/** Words that are also common words, and so only count as a field next to such a word or in quotes. */
const ordinary = new Set(['stop', 'seed', 'system', 'think', 'thinking', 'reasoning', 'stream'])
const fieldWords = String.raw`(?:parameters?|arguments?|args?|fields?|inputs?|propert(?:y|ies)|keys?|options?|model|supplied|names?)`

/**
 * Returns whether an error refuses this field of the request. Names may be in snake or camel case, in quotes or not. The machine-readable
 * `param` of OpenAI takes precedence, because the message may also name the field to use instead.
 */
export function refusalOf(
  status: number,
  text: string
): { isUnsupported: boolean; names(field: string): boolean } | null {
  if (!statuses.has(status)) return null
  const { kind = '', message = '' } = hintsOf(errorInText(text) ?? text)
  const isUnsupported = unsupported.test(text)
  if (status !== 400 && status !== 422 && !isUnsupported && !/invalid|must be/i.test(text)) return null
  if (saysTooLong(kind, message)) return null
  const param = /"param(?:eter)?"\s*:\s*"([^"]+)"/i.exec(text)?.[1]
  return { isUnsupported, names: (field) => patternOf(field).test(param === undefined ? text : `'${param}'`) }
}

const patterns = new Map<string, RegExp>()

const patternOf = (field: string): RegExp => {
  const known = patterns.get(field)
  if (known) return known
  // `top_p` as top_p, topP, top-p, TopP or "top p".
  const name = field.split('_').join('[_ -]?')
  const quoted = String.raw`['"‘“\`]\s*${name}\s*['"’”\`]`
  const pattern = new RegExp(
    ordinary.has(field)
      ? String.raw`${quoted}|${fieldWords}\W{1,4}${name}\b|support\w*\W{1,4}${name}(?:ing)?\b|\b${name}[\W_]+(?:sequences?|words?|tokens?|strings?|${fieldWords})\b|\b${name}\s*[:=]`
      : String.raw`(?<![a-z])${name}(?![a-z])`,
    'i'
  )
  patterns.set(field, pattern)
  return pattern
}

/**
 * Repeats refused requests without the optional fields that the server has refused, and remembers them for each model, in memory. For
 * providers whose parameters have no options.
 */
export class OptionalFields {
  readonly #names: readonly string[]
  readonly #adaptations: Adaptations
  readonly #refused = new Map<string, readonly string[]>()

  /** `names` are the fields, at any depth of the body, that requests can do without. */
  constructor(names: readonly string[], adaptations: Adaptations) {
    this.#names = names
    this.#adaptations = adaptations
  }

  /** Returns the parts of an exchange that adapt. `body` creates the whole body, and `call` the request with it. */
  exchange(
    model: string,
    transport: Transport,
    { body, call }: { body: () => object; call: (body: string) => TransportRequest }
  ): Required<Pick<Exchange, 'transport' | 'call' | 'adapt'>> {
    let refused = this.#refused.get(model) ?? []
    return {
      transport: async (request, signal) => {
        const response = await transport(request, signal)
        // Stored only after a success, because an error body may quote the prompt.
        if (response.status === 200) this.#learn(model, refused)
        return response
      },
      call: () => call(JSON.stringify(body(), (name, value) => (refused.includes(name) ? undefined : value))),
      adapt: (status, text) => {
        const refusal = refusalOf(status, text)
        const sent = JSON.stringify(body())
        const more = this.#names.filter(
          (name) => sent.includes(`"${name}":`) && !refused.includes(name) && refusal?.names(name)
        )
        refused = [...refused, ...more]
        return more.length > 0
      },
    }
  }

  #learn(model: string, refused: readonly string[]): void {
    if (this.#refused.get(model) === refused || refused.length === 0) return
    this.#refused.set(model, refused)
    this.#adaptations.note(model, 'parameters', `it refuses ${refused.join(', ')}`)
  }
}
