import { systemTimers, type Timers } from '#plugins/contract/timers'
import env from './env.ts'
import replies from './replies.ts'
import voice from './voice.ts'

const control =
  env.get('TEST_CONTROL') === 'on'
    ? (await import('#modules/kernel/test_control')).startTestControl({ replies, voice })
    : null

/** The time of this process. */
export const timers: Timers = control?.timers ?? systemTimers

export default { timers, gates: control?.gates }
