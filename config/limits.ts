import env from './env.ts'

/** Only benchmarks turn rate limits off. */
export default { enabled: env.get('RATE_LIMITS') === 'on' }
