import env from './env.ts'

export default {
  /** Only benchmarks turn rate limits off. */
  enabled: env.get('RATE_LIMITS') === 'on',
  /**
   * The model calls that no user pays for, such as summaries, of all users together per UTC day. A user gets at most a twentieth. When they
   * are used up, chats go on without new summaries.
   */
  allowance: { calls: 4_000, tokens: 20_000_000 },
}
