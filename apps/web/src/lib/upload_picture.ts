import { paths, uploadBytesMax, uploadTypes, type UploadedPicture } from '#modules/imagegen/api'
import { ApiError } from './api_error.ts'

interface UploadOptions {
  signal: AbortSignal
  /** How much of it is sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Why this file is no picture that can be uploaded, as a sentence; null when it may be one: the server looks inside, this only saves the way. */
export function uploadProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!(uploadTypes as readonly string[]).includes(type)) return 'Choose a PNG, JPEG or WebP picture.'
  if (size > uploadBytesMax) return 'This picture is larger than 10 MB. Choose a smaller one.'
  if (size === 0) return 'This file is empty. Choose another one.'
  return null
}

/**
 * Stores a picture with us and gives its address. Throws `ApiError` when it is refused, as `send` does, a `TypeError` when the
 * network is lost and an `AbortError` when it was called off. By `XMLHttpRequest`, because `fetch` tells nothing of what it has sent.
 */
export function uploadPicture(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText))
      const url = addressIn(responseText)
      if (url === null) reject(new Error('The upload was answered without an address'))
      else resolve(url)
    })
    request.addEventListener('error', () => reject(new TypeError('The upload broke off')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was called off', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', paths.uploadImage)
    request.setRequestHeader('Accept', 'application/json')
    request.send(body)
  })
}

function addressIn(answer: string): string | null {
  try {
    const { url } = JSON.parse(answer) as Partial<UploadedPicture>
    return typeof url === 'string' && url !== '' ? url : null
  } catch {
    return null
  }
}
