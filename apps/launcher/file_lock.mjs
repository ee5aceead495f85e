import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, startOf } from './processes.mjs'
import { Refusal } from './say.mjs'

/**
 * Runs `work` while this process alone holds the lock file. The lock of a process that died is broken.
 * Waits for a live holder up to `patienceMs`, then refuses and names it.
 */
export async function withFileLock(path, work, { patienceMs = 120_000, onWait } = {}) {
  const ticket = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const mine = `${process.pid} ${startOf(process.pid)} ${randomBytes(8).toString('hex')}\n`
  try {
    writeFileSync(ticket, mine, { mode: 0o600 })
    await acquire(path, ticket, patienceMs, onWait)
  } finally {
    rmSync(ticket, { force: true })
  }
  try {
    return await work()
  } finally {
    if (read(path) === mine) rmSync(path, { force: true })
  }
}

async function acquire(path, ticket, patienceMs, onWait) {
  const deadline = Date.now() + patienceMs
  for (let tries = 0; ; tries++) {
    // A link appears whole or not at all, so a lock file is never seen half-written.
    if (link(ticket, path)) return
    const holder = read(path)
    if (holder === null) continue
    if (!holderLives(holder)) {
      breakLock(path, ticket, holder)
      continue
    }
    if (tries === 40) onWait?.(Number.parseInt(holder, 10))
    if (Date.now() > deadline) {
      throw new Refusal(`Process ${Number.parseInt(holder, 10)} holds ${path}: end it, then try again.`)
    }
    await sleep(50)
  }
}

/**
 * Two waiters may find the same dead holder. Only who owns the `.breaking` file may remove the lock,
 * after a second look; else the slower of the two would remove the lock that the faster one just got.
 */
function breakLock(path, ticket, deadHolder) {
  const breaking = `${path}.breaking`
  if (!link(ticket, breaking)) {
    removeWhenOld(breaking, 10_000)
    return
  }
  try {
    if (read(path) === deadHolder) rmSync(path, { force: true })
  } finally {
    rmSync(breaking, { force: true })
  }
}

function holderLives(content) {
  const [pid, start] = content.split(' ')
  return isAlive(Number(pid), start)
}

function link(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function removeWhenOld(path, ageMs) {
  try {
    if (Date.now() - statSync(path).mtimeMs > ageMs) rmSync(path, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
