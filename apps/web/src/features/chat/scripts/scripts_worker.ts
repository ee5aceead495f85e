/**
 * A worker that runs the regex scripts of cards on messages, one at a time. The page ends it when a pattern takes too long. It says `ready`
 * once it has loaded, so that loading doesn't count.
 */
import { runScripts, type FilledScript } from '#modules/chat/api'

export interface ScriptsRequest {
  text: string
  scripts: readonly FilledScript[]
}

addEventListener('message', ({ data: { text, scripts } }: MessageEvent<ScriptsRequest>) =>
  postMessage(runScripts(text, scripts))
)
postMessage('ready')
