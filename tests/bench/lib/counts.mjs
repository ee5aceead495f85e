import { startDatabaseProxy } from '../../support/database_proxy.ts'
import { repliesPerSession } from './clients.mjs'
import { openWal } from './database.mjs'

/**
 * Counts, per reply, the statements, commits, written rows, index entries and WAL of each side in rounds of their own: the servers start again with a proxy before their
 * database, which would cost time in the other rounds. Each chat is opened and gets its replies, so that all of a session is counted. Returns
 * `{ side: { scene: { roundTrips, commits, rows, indexEntries, walKb, pageImageKb, statements } } }`.
 */
export async function countRounds(undo, stage, sides, scenes) {
  const { databases, play } = stage
  const wal = await openWal(databases.floorUrl)
  if (wal) undo(() => wal.close())
  const counts = {}
  for (const [name, side] of Object.entries(sides)) {
    const proxy = await startDatabaseProxy(databases[`${name}Url`])
    undo(() => proxy.close())
    const counted = await startBehind(proxy, stage, name, side)
    counts[name] = {}
    for (const [sceneName, scene] of Object.entries(scenes)) {
      console.log(`counting: ${name}, ${sceneName}`)
      const watch = observe(proxy, wal)
      const round = await play(counted, name, { ...scene, wholeReplies: repliesPerSession }, 0, watch)
      counts[name][sceneName] = await watch.perReply(round.replies)
    }
  }
  return counts
}

async function startBehind(proxy, stage, name, side) {
  if (name === 'floor') return stage.startFloor('counted floor', proxy.url)
  await side.stop()
  return { ...side, ...(await side.start({ DATABASE_URL: proxy.url })) }
}

function observe(proxy, wal) {
  let statements = []
  const positions = []
  return {
    begin() {
      proxy.takeStatements()
      positions.push(wal?.position())
    },
    end() {
      statements = proxy.takeStatements().flat()
      positions.push(wal?.position())
    },
    async perReply(replies) {
      const [from, to] = await Promise.all(positions)
      const log = wal && (await wal.read(from, to))
      return {
        roundTrips: statements.length / replies,
        commits: log && log.commits / replies,
        rows: log && log.rows / replies,
        indexEntries: log && log.indexEntries / replies,
        walKb: log && log.bytes / replies / 1_000,
        pageImageKb: log && log.pageImageBytes / replies / 1_000,
        statements: listFrequent(statements, replies),
      }
    },
  }
}

const shownFrom = 0.05

/** Returns the frequent statements, such as `chat_begin_reply 1.00`. */
function listFrequent(statements, replies) {
  const times = new Map()
  for (const statement of statements) {
    const name = statement.replace(/\s+/g, ' ').trim().slice(0, 40)
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  return [...times]
    .map(([name, count]) => ({ name, each: count / replies }))
    .filter(({ each }) => each >= shownFrom)
    .sort((a, b) => b.each - a.each)
    .map(({ name, each }) => `${name} ${each.toFixed(2)}`)
    .join(', ')
}
