import { paths, type ModelChangeBody } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Remembers on the server that the user has seen a change of the model, or has agreed to continue with it. */
export const noteModelChange = (sessionId: string, body: ModelChangeBody) =>
  sendJson<{ message: string }>('PUT', paths.modelChange(sessionId), body)
