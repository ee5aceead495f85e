import assert from 'node:assert/strict'

/** What a promise gives, or a failure that says `otherwise` when that takes longer. */
export async function within<T>(ms: number, otherwise: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `${otherwise} within ${ms} ms` })), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
