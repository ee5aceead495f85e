import { uploadBytesMax, uploadTypes } from '#modules/imagegen/api'
import { uploadPicture as upload } from '#modules/imagegen/calls'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'

/** Why this file can't be uploaded, as a sentence; null when it may be valid. The server checks the content as well. */
export function uploadProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!(uploadTypes as readonly string[]).includes(type)) return 'Choose a PNG, JPEG, WebP or GIF picture.'
  if (size > uploadBytesMax) return 'This picture is larger than 10 MB. Choose a smaller one.'
  if (size === 0) return 'This file is empty. Choose another one.'
  return null
}

/** Uploads a picture and resolves to its address. Throws as `sendWithProgress` does. */
export async function uploadPicture(file: File, options: ProgressOptions): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const { url } = await sendWithProgress(upload, { body }, options)
  if (!url) throw new Error('The upload response has no address')
  return url
}
