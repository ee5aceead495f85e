import type { WireAnswer } from './wire.ts'
import type { Caller } from './plans.ts'
import type { Request } from './request.ts'

export interface Canaries {
  /** The server's own address, a valid redirect target. */
  origin: string
  /** Texts that must never be readable. */
  secret: string[]
  /** Texts that only their owner and admins may read. */
  private: string[]
}

/** Traces of code, files and SQL. No planned request contains them. */
const internals =
  /\n {4}at |file:\/\/\/\w+\/\w+\/\w+\/\w|node_modules|node:internal|\.[cm]?[jt]s:\d+:\d+|syntax error at or near|violates \w|invalid input syntax|duplicate key value|relation "|column "|out of range for type|\bpg_catalog\b|E_[A-Z]+_[A-Z]+|(Type|Range|Syntax|Reference)Error|Cannot read propert|is not a function|is not iterable|\$scrypt\$/

/** Calls that may answer 503 when busy, according to docs/api.md. */
const mayBeBusy =
  /^\/(api\/(uploads\/images|chats\/import|generate-image|admin\/generate-character-image|events)|health\/ready)\b/

/** Calls that may answer with a page. */
const mayBePage = /^\/(api\/(login|register|password|email|unsubscribe)|payments\/)/i

const unescaped = (target: string): string => {
  try {
    return decodeURI(target.replaceAll(/%2f/gi, '/'))
  } catch {
    return target
  }
}

/** Returns the problems of a response, by rules that hold for every call. */
export const faultsOf = (request: Request, answer: WireAnswer, caller: Caller, canaries: Canaries): string[] => {
  const { status, headers, text, more } = answer
  const all = (name: string) => headers.filter(([one]) => one === name).map(([, value]) => value)
  const [type = ''] = all('content-type')
  const faults: string[] = []
  const isBusy = status === 503 && mayBeBusy.test(request.target) && all('retry-after').length === 1
  if (Number.isNaN(status) || (status >= 500 && !isBusy)) faults.push(`status ${status}`)
  if (more !== '' && !request.options.isAlone) faults.push(`a second response: ${more.slice(0, 200)}`)
  // Node answers malformed HTTP with only a status.
  const isRefusedByNode = all('x-request-id').length === 0 && [400, 408, 413, 417, 431].includes(status) && text === ''
  if (isRefusedByNode) return faults

  const isBodyless = request.options.isHead || status === 204 || status === 304
  if (status >= 400 && !isBodyless && !(type.startsWith('text/html') && mayBePage.test(unescaped(request.target))))
    faults.push(...faultsOfFailure(text, type))
  if (type.startsWith('application/json') && status < 400 && !isBodyless && !isJson(text)) faults.push('invalid JSON')
  if (status === 429 && all('retry-after').length !== 1) faults.push('429 without Retry-After')

  if (!isBodyless || type !== '') {
    if (all('x-content-type-options').join() !== 'nosniff')
      faults.push('X-Content-Type-Options is not a single nosniff')
    if (type.startsWith('text/html') || type.startsWith('application/json')) {
      const [policy = ''] = all('content-security-policy')
      if (!policy.includes("default-src 'self'") && !policy.includes("default-src 'none'"))
        faults.push('no default-src in the content security policy')
      if (all('x-frame-options').join() !== 'DENY') faults.push('X-Frame-Options is not DENY')
    }
    if (type === '' && text !== '') faults.push('a body without a type')
  }
  for (const name of ['x-powered-by', 'server', 'x-fuzz', 'x-isadmin'])
    if (all(name).length > 0) faults.push(`a header ${name}: ${all(name).join()}`)
  for (const cookie of all('set-cookie'))
    if (!/^facet_\w+=/.test(cookie) || !/; HttpOnly/i.test(cookie)) faults.push(`a cookie that is not ours: ${cookie}`)
  for (const place of all('location'))
    if (!/^\/(?![/\\])[^\\\p{Cc} ]*$/u.test(place) && !place.startsWith(`${canaries.origin}/`))
      faults.push(`redirects to ${place}`)
  for (const [name, value] of headers) if (/(?!\t)\p{Cc}/u.test(value)) faults.push(`control characters in ${name}`)

  const whole = `${headers.map((header) => header.join(': ')).join('\n')}\n${text}`
  const hidden = caller === 'admin' ? canaries.secret : [...canaries.secret, ...canaries.private]
  for (const canary of hidden) if (whole.includes(canary)) faults.push(`a leak of ${canary}`)
  const leaked = status >= 400 ? internals.exec(whole)?.[0] : null
  if (leaked) faults.push(`reveals internals: ${JSON.stringify(leaked)}`)
  return faults
}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Checks that the response has the common shape of failures. */
const faultsOfFailure = (text: string, type: string): string[] => {
  if (!type.startsWith('application/json')) return [`a failure of type ${type || 'none'}`]
  if (!isJson(text)) return ['a failure that is not JSON']
  const failure = JSON.parse(text)
  // Under /v1, failures have OpenAI's shape.
  const { type: kind, param, ...openAi } = failure.error ?? {}
  const { message, code, errors, ...rest } = failure.error ? openAi : failure
  const faults: string[] = []
  if (typeof message !== 'string' || message.length === 0) faults.push('a failure without a message')
  if (typeof code !== 'string' || !/^[a-z_]+$/.test(code)) faults.push('a failure without a code')
  if (Object.keys(rest).length > 0) faults.push(`a failure with additional fields: ${Object.keys(rest).join(', ')}`)
  if (errors !== undefined) {
    const isList =
      Array.isArray(errors) &&
      errors.every((one) => [one?.field, one?.rule, one?.message].every((part) => typeof part === 'string'))
    if (!isList) faults.push('errors that are not field errors')
  }
  if (failure.error && (typeof kind !== 'string' || (param !== null && typeof param !== 'string')))
    faults.push('an error of an unknown shape')
  if (text.length > 20_000) faults.push(`a failure of ${text.length} characters`)
  return faults
}
