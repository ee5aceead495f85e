/** Realtime, as other modules may use it. */
export { frame } from './src/frame.ts'
export { EventStream, openStreamCount } from './src/http/event_stream.ts'
export { Bus, busChannel, topic, type Topic } from './src/bus.ts'
export { ProcessConnection } from './src/process_connection.ts'
export { UserEvents, type UserEvent } from './src/user_events.ts'
export type { StreamListener } from './src/stream_listener.ts'
