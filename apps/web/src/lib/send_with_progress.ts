import { addressOf, methodOf, type Call, type CallInput } from '#modules/kernel/calls'
import { ApiError } from './api_error.ts'

export interface ProgressOptions {
  signal: AbortSignal
  /** The share that is sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Sends a form or a JSON file and resolves to the answer of the call. Throws `ApiError` for other statuses than 2xx, `TypeError`
 * without a network, and `AbortError` when aborted. It uses `XMLHttpRequest`, because `fetch` does not report upload progress.
 */
export function sendWithProgress<Answer, Input extends CallInput & { body: FormData | Blob }>(
  call: Call<Answer, Input>,
  input: Input,
  { signal, onProgress }: ProgressOptions
): Promise<Answer> {
  const { body } = input
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress?.(loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText))
      try {
        resolve(JSON.parse(responseText))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(methodOf(call), addressOf(call as Call<any, CallInput>, input))
    request.setRequestHeader('Accept', 'application/json')
    // The browser sets the type of a form; the type of a file depends on the system.
    if (body instanceof Blob) request.setRequestHeader('Content-Type', 'application/json')
    request.send(body)
  })
}
