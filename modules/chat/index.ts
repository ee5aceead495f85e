/** Chat, as config may use it: no module below needs it. */
export type { Tier } from './src/replies/tier.ts'
