import { Primaries } from '#modules/kernel/primary'
import { timers } from './timers.ts'

/** The servers of addresses with several hosts. */
export const primaries = new Primaries(timers)

export default { primaries }
