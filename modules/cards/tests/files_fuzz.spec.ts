import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { JsonDocument } from '../formats/json/json_document.ts'
import { fileLimits } from '../formats/files/file_limits.ts'
import { openFile } from '../formats/files/open_file.ts'
import type { OpenedFile } from '../formats/files/opened_file.ts'
import { startCardProcess, type CardProcess } from '../src/importing/reading/card_process.ts'
import { options } from './support/character_cards.ts'
import { makeHostileFiles, makeValidFiles } from './support/index.ts'

/** Small limits, so that 10,000 files need little memory and time. */
const limits = { ...fileLimits, fileBytesMax: 1_048_576, chunkBytesMax: 262_144, inflatedBytesMax: 1_048_576 }

/** Returns a generator of numbers from a seed (mulberry32), so that a failure repeats. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Next = ReturnType<typeof numbersFrom>

const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]

/** Makes one change of the kinds that break readers: flipped bits, extreme lengths, cuts, duplicated and moved parts. */
const mutateOnce = (bytes: Buffer, next: Next, other: Buffer): Buffer => {
  const at = next(bytes.length + 1)
  const length = next(64)
  const changed = Buffer.from(bytes)
  switch (next(8)) {
    case 0:
      if (at < changed.length) changed[at]! ^= 1 << next(8)
      return changed
    case 1:
      if (at < changed.length) changed[at] = next(256)
      return changed
    case 2:
      if (at + 4 <= changed.length) changed.writeUInt32BE(extremes[next(extremes.length)]!, at)
      return changed
    case 3:
      if (at + 4 <= changed.length) changed.writeUInt32LE(extremes[next(extremes.length)]!, at)
      return changed
    case 4:
      return changed.subarray(0, at)
    case 5:
      return Buffer.concat([changed.subarray(0, at), changed.subarray(at + length)])
    case 6:
      return Buffer.concat([changed.subarray(0, at), changed.subarray(Math.max(0, at - length))])
    default: {
      const from = next(other.length + 1)
      return Buffer.concat([changed.subarray(0, at), other.subarray(from, from + length), changed.subarray(at)])
    }
  }
}

/** Reads documents, assets and contained files, as an import would. */
const readAll = async (file: OpenedFile) => {
  for (const { bytes } of file.documents) JsonDocument.read(bytes)
  for (const name of file.assets.names.slice(0, 5)) await file.assets.read(name)
  for (const uri of ['ccdefault:', '__asset:0', 'embeded://assets/icon/images/main.png']) await file.assets.read(uri)
  for (const contained of file.files.slice(0, 5)) {
    const inner = await contained.open()
    if (inner.ok) for (const { bytes } of inner.value.documents) JsonDocument.read(bytes)
  }
}

type Outcome = 'opened' | 'refused'

const openHere = async (bytes: Buffer): Promise<Outcome> => {
  const result = await openFile(bytes, limits)
  if (result.ok) await readAll(result.value)
  else if (!result.failure.reason) throw new Error('A refusal without a reason.')
  return result.ok ? 'opened' : 'refused'
}

const fuzz = async (runs: number, seed: number, read: (bytes: Buffer) => Promise<Outcome> = openHere) => {
  const next = numbersFrom(seed)
  const files = Object.entries({ ...(await makeValidFiles()), ...(await makeHostileFiles()) }).filter(
    ([, bytes]) => bytes.length > 0
  )
  const outcomes = { opened: 0, refused: 0 }
  for (let run = 0; run < runs; run++) {
    const [name, original] = files[next(files.length)]!
    const [, other] = files[next(files.length)]!
    let bytes = original
    for (let changes = 1 + next(4); changes > 0; changes--) bytes = mutateOnce(bytes, next, other)
    try {
      outcomes[await read(bytes)]++
    } catch (cause) {
      throw new Error(`Run ${run} of seed ${seed}, from ${name}: ${bytes.toString('base64').slice(0, 2_000)}`, {
        cause,
      })
    }
  }
  return outcomes
}

test.group('Mutated files', () => {
  test('give a result or a reason, never an exception', async ({ assert }) => {
    const { opened, refused } = await fuzz(500, 1)
    // Both outcomes occur, so the mutations are neither too weak nor too strong.
    assert.isAbove(opened, 50)
    assert.isAbove(refused, 50)
  })

  test('give a result or a reason 10,000 times', async ({ assert }) => {
    const { opened, refused } = await fuzz(10_000, 2)
    assert.equal(opened + refused, 10_000)
  })
    .tags(longRun)
    .timeout(300_000)
})

/** Runs `work` with a function that reads files in a process, as an import does. */
const withProcess = async (work: (read: (bytes: Buffer) => Promise<Outcome>) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-fuzz-'))
  const started = { count: 0 }
  let process: CardProcess | null = null
  const read = async (bytes: Buffer): Promise<Outcome> => {
    if (!process?.isUsable) {
      process = startCardProcess({ timeoutMs: 60_000, memoryMb: 512 })
      started.count++
    }
    const file = join(folder, 'received')
    const unpacked = join(folder, 'unpacked')
    writeFileSync(file, bytes)
    const events = process.run({ file, fileName: '../../name', folder: unpacked, options })
    let isRead = false
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        if (next.value !== 'done') throw new Error(`The process has ended: ${next.value}`)
        break
      }
      if (next.value.kind === 'refused' && !next.value.because) throw new Error('A refusal without a reason.')
      isRead ||= next.value.kind !== 'refused'
    }
    rmSync(unpacked, { recursive: true, force: true })
    return isRead ? 'opened' : 'refused'
  }
  try {
    await work(read)
    if (readdirSync(folder).some((name) => name !== 'received')) throw new Error('Files were written elsewhere.')
    // The process is kept for the next file, whatever a file contains.
    if (started.count > 20) throw new Error(`${started.count} processes were started.`)
  } finally {
    ;(process as CardProcess | null)?.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

test.group('Mutated files in an import', () => {
  test('give a card or a reason, and end no process, 10,000 times', ({ assert }) =>
    withProcess(async (read) => {
      const { opened, refused } = await fuzz(10_000, 4, read)
      assert.equal(opened + refused, 10_000)
      // Few files can be opened, because nearly every byte of a small file matters.
      assert.isAbove(opened, 500)
      assert.isAbove(refused, 2_500)
    }))
    .tags(longRun)
    .timeout(600_000)
})
