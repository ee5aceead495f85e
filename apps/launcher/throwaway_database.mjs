import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterOf, openDatabase } from './database.mjs'

const MEMORY = '/dev/shm'
/** Several times what the databases of all suites take. */
const MEMORY_MIN_BYTES = 8 * 2 ** 30

/**
 * Opens a PostgreSQL in a temporary folder, for tests. Returns `{ url, port, pid, folder, remove() }`. `url` is for the superuser. Server
 * and folder are removed even if this process is killed. `inMemory` keeps the folder in memory where Linux offers enough of it, because
 * disks are slow at creating and deleting the thousand files of each test database.
 */
export async function openThrowawayDatabase({ unsafeFast, inMemory = false, say }) {
  const folder = mkdtempSync(join(inMemory && hasMemory() ? MEMORY : tmpdir(), 'throwaway-database-'))
  // If this process runs as root, PostgreSQL runs as another user, which must be able to enter the folder. The cluster stays private.
  chmodSync(folder, 0o755)
  try {
    const database = await openDatabase({ dataDir: folder, unsafeFast, say })
    const cluster = clusterOf(folder)
    const guard = startCleanupGuard(database.pid, folder, cluster)
    return {
      url: database.ownerUrl,
      port: database.port,
      pid: database.pid,
      folder,
      async remove() {
        await database.close()
        removeAll(folder, cluster)
        guard.stdin.end()
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_MIN_BYTES
  } catch {
    return false
  }
}

/** Starts a shell that cleans up when its input closes, which happens when this process ends in any way. */
function startCleanupGuard(pid, folder, cluster) {
  const script = 'read _; [ -d "$2" ] || exit 0; kill -QUIT "$1" 2>/dev/null; sleep 0.2; rm -rf "$2" "$3"'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder, cluster], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin.on('error', () => {})
  guard.stdin.unref?.()
  guard.unref()
  return guard
}

function removeAll(...paths) {
  for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
