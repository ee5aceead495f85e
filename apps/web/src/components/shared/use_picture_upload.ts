import { useEffect, useRef, useState } from 'react'
import { ApiError, isStatus, sentenceOf } from '#web/lib/api_error'
import { redirectToSignIn } from '../shared/sign_in_redirect.ts'
import { uploadPicture, uploadProblem } from '../shared/upload_picture.ts'

type UploadState =
  | { kind: 'idle' }
  /** `preview` is an object URL of the file. */
  | { kind: 'uploading'; share: number; preview: string | null }
  /** `again` is null when a retry can't help. */
  | { kind: 'failed'; message: string; retry: (() => void) | null }

/** Uploads one picture at a time; a new upload aborts the previous one. */
export function usePictureUpload(onUploaded: (address: string) => void) {
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const call = useRef<AbortController | null>(null)
  useEffect(() => () => call.current?.abort(), [])

  const stop = () => {
    call.current?.abort()
    call.current = null
    setState({ kind: 'idle' })
  }

  const upload = async (file: File) => {
    stop()
    const problem = uploadProblem(file)
    if (problem !== null) return setState({ kind: 'failed', message: problem, retry: null })
    const controller = new AbortController()
    call.current = controller
    const preview = URL.createObjectURL?.(file) ?? null
    setState({ kind: 'uploading', share: 0, preview })
    try {
      const onProgress = (share: number) => {
        if (!controller.signal.aborted) setState({ kind: 'uploading', share, preview })
      }
      const address = await uploadPicture(file, { signal: controller.signal, onProgress })
      if (controller.signal.aborted) return
      setState({ kind: 'idle' })
      onUploaded(address)
    } catch (error) {
      if (controller.signal.aborted) return
      if (isStatus(error, 401)) redirectToSignIn()
      setState({
        kind: 'failed',
        message: sentenceOf(error, 'The picture couldn’t be uploaded. Check your connection and try again.'),
        retry: isRetryable(error) ? () => void upload(file) : null,
      })
    } finally {
      if (preview !== null) URL.revokeObjectURL(preview)
    }
  }
  return { state, upload, stop }
}

const isRetryable = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429
