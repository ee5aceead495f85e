/** A validation error of one field. */
export interface FieldProblem {
  field: string
  rule: string
  message: string
}

/**
 * A call that failed. `message` is the status and the body, or the status text when the body is empty: `422: {"message":"…"}`.
 * `sentence` is the server's text for the reader, if there is one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly sentence: string | null
  /** The validation errors, if the server named any. */
  readonly problems: readonly FieldProblem[]
  /** The `Retry-After` header; null without one. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, statusText: string, body: string, retryAfterSeconds: number | null = null) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    const failure = parseFailure(body)
    this.code = failure.code
    this.sentence = failure.message
    this.problems = failure.problems
    this.retryAfterSeconds = retryAfterSeconds
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await response.text().catch(() => '')
    const wait = response.headers.get('Retry-After') ?? ''
    return new ApiError(response.status, response.statusText, body, /^\d+$/.test(wait) ? Number(wait) : null)
  }
}

const connectionAdvice = 'Check your connection and try again.'

/**
 * The server's sentence, or the fallback. For toasts. If a server or a proxy has answered without a sentence, such as with a web page, the
 * fallback's advice about the connection is replaced by one about the answer.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  return error.sentence || fallback.replace(connectionAdvice, adviceFor(error.status))
}

const adviceFor = (status: number): string =>
  status === 413
    ? 'The server says that it is too large.'
    : status >= 500 || status === 429
      ? 'The server can’t answer right now. Try again in a moment.'
      : `The server refused it (${status}).`

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

interface Failure {
  code: string | null
  message: string | null
  problems: FieldProblem[]
}

function parseFailure(body: string): Failure {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return noDetails
    const { code, message, errors } = parsed as { code?: unknown; message?: unknown; errors?: unknown }
    return {
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' && message !== '' ? message : null,
      problems: Array.isArray(errors) ? errors.filter(isFieldProblem) : [],
    }
  } catch {
    return noDetails
  }
}

const noDetails: Failure = { code: null, message: null, problems: [] }

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  (['field', 'rule', 'message'] as const).every((key) => typeof (value as Partial<FieldProblem>)[key] === 'string')
