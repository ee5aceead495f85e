import { paths, uploadBytesMax, uploadTypes, type UploadedPicture } from '#modules/imagegen/api'
import { sendWithProgress, type ProgressOptions } from '../../lib/send_with_progress.ts'

/** Why this file is no picture that can be uploaded, as a sentence; null when it may be one: the server looks inside, this only saves the way. */
export function uploadProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!(uploadTypes as readonly string[]).includes(type)) return 'Choose a PNG, JPEG or WebP picture.'
  if (size > uploadBytesMax) return 'This picture is larger than 10 MB. Choose a smaller one.'
  if (size === 0) return 'This file is empty. Choose another one.'
  return null
}

/** Stores a picture with us and gives its address. Throws as `sendWithProgress` does. */
export async function uploadPicture(file: File, options: ProgressOptions): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const url = addressIn(await sendWithProgress(paths.uploadImage, body, options))
  if (url === null) throw new Error('The upload was answered without an address')
  return url
}

function addressIn(answer: string): string | null {
  try {
    const { url } = JSON.parse(answer) as Partial<UploadedPicture>
    return typeof url === 'string' && url !== '' ? url : null
  } catch {
    return null
  }
}
