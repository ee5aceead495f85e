/** One field that was refused, and why. */
export interface FieldProblem {
  field: string
  rule: string
  message: string
}

/**
 * A call that was answered with anything but success. `message` is the status, a colon and the body (or the status
 * text when the body is empty), as in `422: {"message":"…"}`; `sentence` is what a person should read, when the
 * server wrote one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly sentence: string | null
  /** What is wrong with which field, where the server said so. */
  readonly problems: readonly FieldProblem[]
  /** After so many seconds it may go better (`Retry-After`); null when the server named no time. */
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

/** The server's own sentence, else the fallback. For toasts. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.sentence) || fallback
}

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
    if (typeof parsed !== 'object' || parsed === null) return nothingSaid
    const { code, message, errors } = parsed as { code?: unknown; message?: unknown; errors?: unknown }
    return {
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' && message !== '' ? message : null,
      problems: Array.isArray(errors) ? errors.filter(isFieldProblem) : [],
    }
  } catch {
    return nothingSaid
  }
}

const nothingSaid: Failure = { code: null, message: null, problems: [] }

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  (['field', 'rule', 'message'] as const).every((key) => typeof (value as Partial<FieldProblem>)[key] === 'string')
