import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, startOf } from './processes.mjs'
import { Refusal } from './say.mjs'

/**
 * Runs `work` while holding the lock file. Breaks the lock of a dead process. Waits up to `timeoutMs` for a live holder, then throws a
 * Refusal that names it.
 */
export async function withFileLock(path, work, { timeoutMs = 120_000, onWait } = {}) {
  const ticket = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const mine = `${process.pid} ${startOf(process.pid)} ${randomBytes(8).toString('hex')}\n`
  try {
    writeFileSync(ticket, mine, { mode: 0o600 })
    await acquire(path, ticket, timeoutMs, onWait)
  } finally {
    rmSync(ticket, { force: true })
  }
  try {
    return await work()
  } finally {
    if (read(path) === mine) rmSync(path, { force: true })
  }
}

async function acquire(path, ticket, timeoutMs, onWait) {
  const deadline = Date.now() + timeoutMs
  for (let attempts = 0; ; attempts++) {
    // Creating a hard link is atomic, so a lock file is never incomplete.
    if (link(ticket, path)) return
    const holder = read(path)
    if (holder === null) continue
    if (!isHolderAlive(holder)) {
      breakLock(path, ticket, holder)
      continue
    }
    if (attempts === 40) onWait?.(Number.parseInt(holder, 10))
    if (Date.now() > deadline) {
      throw new Refusal(`Process ${Number.parseInt(holder, 10)} holds ${path}: end it, then try again.`)
    }
    await sleep(50)
  }
}

/**
 * Two waiters may find the same dead holder. Only the owner of the `.breaking` file may remove the lock, after checking again. Otherwise the
 * slower one could remove the lock that the faster one has just acquired.
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

function isHolderAlive(content) {
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
