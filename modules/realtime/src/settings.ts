import type { Timers } from '#plugins/contract/timers'
import type { BusReports, MessageBus } from '#plugins/contract/bus'
import type { ProcessConnection } from './process_connection.ts'

/** From `config/realtime.ts`. */
export interface RealtimeSettings {
  queryDeadlineMs: number
  sessionCheckMs: number
  streamsMax: number
  /** The name of the bus in metrics and for the operator. */
  busName: string
  /** Creates the bus, unconnected. */
  openBus(deps: { connection: ProcessConnection; timers: Timers } & BusReports): Promise<MessageBus>
}
