import { uploadChatPicture } from '#modules/chat/calls'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'

export { uploadProblem } from '#web/components/shared/upload_picture'

/** Uploads a picture for the chat's next message. Throws as `sendWithProgress` does. */
export function uploadAttachment(sessionId: string, file: File, options: ProgressOptions) {
  const body = new FormData()
  body.append('file', file)
  return sendWithProgress(uploadChatPicture, { params: { id: sessionId }, body }, options)
}
