/** An error in OpenAI’s shape, which its clients read. */
export interface OpenAiError {
  error: { message: string; type: string; param: string | null; code: string | null }
}

const types: Record<number, string> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}

/** Converts a failure as other calls answer it. */
export const openAiError = (
  status: number,
  { message, code, errors }: { message: string; code: string; errors?: { field: string }[] }
): OpenAiError => ({
  error: {
    message,
    type: types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param: errors?.[0]?.field ?? null,
    code,
  },
})
