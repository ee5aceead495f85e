import env from './env.ts'

/** Rate limits are off for benchmarks only. */
export default { enabled: env.get('RATE_LIMITS') === 'on' }
