/**
 * A call that was answered with anything but success. `message` is the status, a colon and the body (or the status
 * text when the body is empty), as in `422: {"message":"…"}`; `sentence` is what a person should read, when the
 * server wrote one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly sentence: string | null

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    const failure = parseFailure(body)
    this.code = failure.code
    this.sentence = failure.message
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await response.text().catch(() => '')
    return new ApiError(response.status, response.statusText, body)
  }
}

/** The server's own sentence, else the fallback. For toasts. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.sentence) || fallback
}

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

function parseFailure(body: string): { code: string | null; message: string | null } {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return { code: null, message: null }
    const { code, message } = parsed as { code?: unknown; message?: unknown }
    return {
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' && message !== '' ? message : null,
    }
  } catch {
    return { code: null, message: null }
  }
}
