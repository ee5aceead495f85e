import { systemTimers, type Timers } from '#plugins/contract/timers'

/** The time of this process. */
export const timers: Timers = systemTimers

export default { timers }
