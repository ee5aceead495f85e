/** Realtime, as other modules may use it. */
export { EventStream, openStreamCount } from './src/http/event_stream.ts'
export { Bus, topic, type Topic } from './src/bus.ts'
export { LiveValues } from './src/live_values.ts'
export { Presence, type Sight } from './src/presence.ts'
export { ProcessConnection } from './src/process_connection.ts'
export { frame, UserEvents, type UserEvent } from './src/user_events.ts'
export type { StreamListener } from './src/stream_listener.ts'
export type { RealtimeSettings } from './src/settings.ts'
