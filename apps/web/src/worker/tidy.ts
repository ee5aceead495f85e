const ours = /^facet:/

/**
 * Deletes what builds before the last have left. The last one's stays: its tabs may still be open. What was in use longest
 * ago comes first, as caches are listed in the order in which they were made.
 */
export async function tidy(storage: Pick<CacheStorage, 'keys' | 'delete'>, current: string): Promise<void> {
  const others = (await storage.keys()).filter((name) => ours.test(name) && name !== current)
  for (const name of others.slice(0, -1)) await storage.delete(name)
}
