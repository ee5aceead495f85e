import { ApiError } from './api_error.ts'

export interface ProgressOptions {
  signal: AbortSignal
  /** The share that is sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Posts a form or a JSON file and resolves to the text of the response. Throws `ApiError` for other statuses than 2xx, `TypeError`
 * without a network, and `AbortError` when aborted. It uses `XMLHttpRequest`, because `fetch` does not report upload progress.
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
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', path)
    request.setRequestHeader('Accept', 'application/json')
    // The browser sets the type of a form; the type of a file depends on the system.
    if (body instanceof Blob) request.setRequestHeader('Content-Type', 'application/json')
    request.send(body)
  })
}
