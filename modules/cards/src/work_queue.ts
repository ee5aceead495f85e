/** The queue of each kind of work with files, in which users take turns. Work that waits longer is refused as busy. */
export const workQueue = { queueMax: 32, queueTimeoutMs: 30_000 } as const
