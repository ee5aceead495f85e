const ownCache = /^facet:/

/**
 * Deletes the caches of all builds except the current and the previous one, which open tabs may still use. The browser lists caches in
 * the order of their creation.
 */
export async function deleteOldCaches(storage: Pick<CacheStorage, 'keys' | 'delete'>, current: string): Promise<void> {
  const others = (await storage.keys()).filter((name) => ownCache.test(name) && name !== current)
  for (const name of others.slice(0, -1)) await storage.delete(name)
}
