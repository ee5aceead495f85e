import { paths, type DemoBody, type DemoEvent } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { abortUnanswered, readEvents } from '#web/lib/read_events'

/** Sends a visitor's message and yields the events of the reply. Throws as `send` and `readEvents` do. */
export async function* streamDemo(body: DemoBody, signal: AbortSignal): AsyncGenerator<DemoEvent, void, undefined> {
  const call = new AbortController()
  const responded = send('POST', paths.demoStream, {
    body: { ...body, zone: readerZone },
    signal: AbortSignal.any([signal, call.signal]),
  })
  abortUnanswered(responded, call)
  const response = await responded
  if (response.body) yield* readEvents<DemoEvent>(response.body)
}
