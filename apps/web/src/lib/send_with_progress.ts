import { ApiError } from './api_error.ts'

export interface ProgressOptions {
  signal: AbortSignal
  /** How much of it is sent, from 0 to 1; after that the server works. */
  onProgress: (share: number) => void
}

/**
 * Posts a form, or a file of JSON, whose sending takes its time, and gives the text of the answer. Throws `ApiError` when it is refused, as `send` does,
 * a `TypeError` when the network is lost and an `AbortError` when it was called off. By `XMLHttpRequest`, because `fetch` tells nothing
 * of what it has sent.
 */
export function sendWithProgress(
  path: string,
  body: FormData | Blob,
  { signal, onProgress }: ProgressOptions
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299) reject(new ApiError(status, statusText, responseText))
      else resolve(responseText)
    })
    request.addEventListener('error', () => reject(new TypeError('The upload broke off')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was called off', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', path)
    request.setRequestHeader('Accept', 'application/json')
    // A form says by itself what it is; of a file not every system knows.
    if (body instanceof Blob) request.setRequestHeader('Content-Type', 'application/json')
    request.send(body)
  })
}
