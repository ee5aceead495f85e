import { leftBuckets } from '../../api.ts'

/** Returns the bucket of a chat by the number of its reader's messages, at least 1. */
export const bucketOf = (messages: number): number => leftBuckets.findLastIndex((least) => messages >= least)
